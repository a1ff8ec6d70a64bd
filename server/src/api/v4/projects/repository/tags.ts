import type { Forge } from '@forgefold/core/app'
import { isTagName } from '@forgefold/core/domains/naming'
import {
  createTag,
  deleteTag,
  LONGEST_SHOWN,
  type OpenedRepository,
  openRepository,
  shownMessage,
  TAGS,
  tagRef,
} from '@forgefold/core/domains/projects/repository'
import { notFound, refused } from '@forgefold/core/kernel'
import type { Commit, Ref, TagObject } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  created,
  filter,
  ok,
  oneOf,
  optional,
  type Route,
  reject,
  required,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { direction } from '../../list-params.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { matches } from './branches.js'
import { presentCommit } from './commit-presenter.js'
import { keysetPage, keysetPaging } from './keyset-paging.js'
import { repositoryRoute } from './repository-route.js'
import { tagShape } from './shape.js'

const area = 'Tags'
const PATH = '/projects/:id/repository/tags'
/** One tag. */
export const TAG = `${PATH}/:tag_name`
export const tagName = required(string(), 'The URL-encoded name of the tag')

interface Tag {
  readonly ref: Ref
  readonly object: TagObject | undefined
  readonly commit: Commit | undefined
}

const readTags = ({ git }: OpenedRepository, refs: ReadonlyArray<Ref>): Promise<ReadonlyArray<Tag>> =>
  Promise.all(
    refs.map(async (ref) => ({
      ref,
      object: ref.kind === 'tag' ? await git.tagObject(ref.target) : undefined,
      commit: ref.commit === undefined ? undefined : await git.commit(ref.commit),
    })),
  )

const presentRelease = (forge: Forge, projectId: number, tag: string) => {
  const release = forge.tagReleases.of(projectId, tag)
  return release === undefined ? null : { tag_name: release.tag, description: release.description }
}

const presentTag = (forge: Forge, { project }: OpenedRepository, { ref, object, commit }: Tag) => ({
  name: ref.name.slice(TAGS.length),
  message: shownMessage(object?.message ?? '', LONGEST_SHOWN.amongOthers, 'tag').replace(/\n$/, ''),
  target: ref.target,
  commit: commit === undefined ? null : presentCommit(forge, project, commit),
  release: presentRelease(forge, project.id, ref.name.slice(TAGS.length)),
  protected: forge.refRules.isProtected(project.id, ref.name),
})

const madeAt = ({ object, commit }: Tag): number => object?.tagger?.seconds ?? commit?.committer.seconds ?? 0

const byName = (a: Tag, b: Tag): number => (a.ref.name < b.ref.name ? -1 : 1)
const byVersion = (a: Tag, b: Tag): number => a.ref.name.localeCompare(b.ref.name, 'en', { numeric: true })
const ORDERS = { name: byName, updated: (a: Tag, b: Tag) => madeAt(a) - madeAt(b) || byName(a, b), version: byVersion }

/** A tag by its name; undefined where it does not exist. */
export const findTag = async (opened: OpenedRepository, name: string): Promise<Tag | undefined> => {
  const refs = (await opened.git.refs(tagRef(name))).filter((ref) => ref.name === tagRef(name))
  return (await readTags(opened, refs))[0]
}

const list = repositoryRoute({
  path: PATH,
  area,
  summary: 'List the tags of a project',
  params: {
    order_by: withDefault(oneOf(['name', 'updated', 'version']), 'updated', 'What to sort by'),
    sort: direction('desc'),
    search: optional(filter(string()), 'A part of the name; ^ and $ tie it to beginning and end'),
    ...keysetPaging,
  },
  success: { status: 200, description: 'The tags', schemaFor: arrayOf(tagShape) },
  answer: async (opened, params, context) => {
    const refs = await opened.git.refs(TAGS)
    const found = refs.filter(({ name }) => matches(name.slice(TAGS.length), params.search))
    const tags = [...(await readTags(opened, found))].sort(ORDERS[params.order_by])
    if (params.sort === 'desc') tags.reverse()
    const present = async (page: ReadonlyArray<Tag>) => page.map((tag) => presentTag(context.forge, opened, tag))
    const nameOf = ({ ref }: Tag): string => ref.name.slice(TAGS.length)
    return keysetPage(context, params, { all: tags, nameOf, prefix: TAGS, present })
  },
})

const one = repositoryRoute({
  path: TAG,
  area,
  summary: 'Read one tag',
  params: { tag_name: tagName },
  success: { status: 200, description: 'The tag', schemaFor: tagShape },
  answer: async (opened, params, { forge }) => {
    if (!isTagName(params.tag_name)) return reject(refused('The tag refname is invalid'))
    const tag = await findTag(opened, params.tag_name)
    return tag === undefined ? reject(notFound('Tag')) : ok(presentTag(forge, opened, tag))
  },
})

const create = route({
  method: 'POST',
  path: PATH,
  area,
  summary: 'Make a tag',
  caller: 'anyone',
  params: {
    id: projectId,
    tag_name: required(string(), 'The name of the tag', { refusesBlank: true }),
    ref: required(string(), 'The branch, tag or commit it names', { refusesBlank: true }),
    message: optional(string(), 'Makes it an annotated tag'),
  },
  success: { status: 201, description: 'The tag', schemaFor: tagShape },
  handler: async (context, params) => {
    const { forge, principal } = context
    const { id: project, tag_name: tag, ref, message } = params
    const made = await createTag(forge, callerOf(context), { project, tag, ref, message })
    if (E.isLeft(made)) return made
    const opened = await openRepository(forge, { principal }, project)
    if (E.isLeft(opened)) return opened
    const found = await findTag(opened.right, tag)
    return found === undefined ? reject(notFound('Tag')) : created(presentTag(forge, opened.right, found))
  },
})

const remove = route({
  method: 'DELETE',
  path: TAG,
  area,
  summary: 'Remove a tag',
  caller: 'anyone',
  params: { id: projectId, tag_name: tagName },
  success: { status: 204, description: 'Removed' },
  handler: async (context, params) => {
    if (!isTagName(params.tag_name)) return reject(refused('The tag refname is invalid'))
    const { id: project, tag_name: tag } = params
    return respondNoContent(await deleteTag(context.forge, callerOf(context), { project, tag }))
  },
})

/** Tags of a repository. */
export const tagRoutes: ReadonlyArray<Route> = [list, one, create, remove]
