import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { excerpted } from '../../../../app/long-text.js'
import { shownRow } from '../../../../app/shown-row.js'
import { conflict, type Instant, type Rejection, refuse, unprocessable } from '../../../../kernel/index.js'
import { isTagName } from '../../../naming/ref-name.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { tagRef } from '../../../projects/repository/refs.js'
import type { Writer } from '../../../projects/repository/steps/write-access.js'
import { createTag } from '../../../projects/repository/use-cases/tags.js'
import { type ReleaseRef, releaseWriter } from '../access.js'
import { release, releaseName } from '../aggregate.js'
import type { ReleaseLink } from '../events.js'
import type { ReleaseRow } from '../queries.js'
import { type EvidencedRelease, storeEvidence } from '../steps/evidence-document.js'
import { milestonesTitled } from '../steps/release-milestones.js'

/** A new link. */
export type NewReleaseLink = Omit<ReleaseLink, 'id'>

/** A new release. */
export interface CreateRelease extends ReleaseRef {
  /** Default: the tag. */
  readonly name?: string | undefined
  readonly description: string | null
  /** The target of the tag where it has to be created. */
  readonly ref?: string | undefined
  /** Makes the new tag an annotated one. */
  readonly tagMessage?: string | undefined
  readonly milestones: ReadonlyArray<string>
  /** Default: now. */
  readonly releasedAt: Instant | null
  readonly links: ReadonlyArray<NewReleaseLink>
}

/** The commit of the tag, which is created where it is missing. */
const taggedCommit = async (
  forge: Forge,
  caller: Caller,
  { project }: Writer,
  { tag, ref, tagMessage }: CreateRelease,
): Promise<E.Either<Rejection, string>> => {
  const git = forge.git.of(project.id)
  const isThere = isTagName(tag) && (await git.ref(tagRef(tag))) !== undefined
  if (!isThere) {
    if (ref === undefined || ref === '') return refuse(unprocessable('Ref is not specified'))
    const tagger = { ...caller, context: withNewCommandId(forge, caller.context) }
    const made = await createTag(forge, tagger, { project: project.id, tag, ref, message: tagMessage })
    if (E.isLeft(made)) return made
  }
  const sha = await git.resolve(tagRef(tag))
  return E.fromNullable(unprocessable('Tag does not exist'))(sha)
}

const numbered = async (
  forge: Forge,
  links: ReadonlyArray<NewReleaseLink>,
): Promise<E.Either<Rejection, ReadonlyArray<ReleaseLink>>> => {
  const ids = await Promise.all(links.map(() => forge.numbers.next('release_link')))
  const made: Array<ReleaseLink> = []
  for (const [at, id] of ids.entries()) {
    if (E.isLeft(id)) return id
    made.push({ id: id.right, ...(links[at] as NewReleaseLink) })
  }
  return E.right(made)
}

/** The first evidence of a new release; null for upcoming and historical ones. */
const firstEvidence = (
  forge: Forge,
  project: ProjectRow,
  draft: EvidencedRelease & Pick<CreateRelease, 'releasedAt'>,
) =>
  draft.releasedAt === null || draft.releasedAt === draft.createdAt
    ? storeEvidence(forge, draft, project)
    : Promise.resolve(E.right(null))

/**
 * Creates a release, and its tag where it is missing.
 *
 * Rejections: `NotFound` (Project); `Forbidden`; `Denied` (the tag is protected); `Conflict` (the tag has a release); `Unprocessable` (no tag,
 * and no ref to create it from); `Refused` (tag, milestones); `Invalid` (name, links); `Unavailable`.
 */
export const createRelease: UseCase<CreateRelease, ReleaseRow> = async (forge, caller, input) => {
  const { tag, name = tag, releasedAt } = input
  const writer = releaseWriter(forge, caller, input)
  if (E.isLeft(writer)) return writer
  const projectId = writer.right.project.id
  const taken = conflict('Release already exists')
  if (forge.read.projectReleases.byTag(projectId, tag) !== undefined) return refuse(taken)
  const milestoneIds = milestonesTitled(forge, projectId, input.milestones)
  if (E.isLeft(milestoneIds)) return milestoneIds
  const draft = {
    type: 'Create',
    projectId,
    tag,
    name: name.trim() === '' ? tag : name,
    description: await excerpted(forge, input.description),
    releasedAt,
    milestoneIds: milestoneIds.right,
    authorId: writer.right.user.userId,
  } as const
  const unnumbered = input.links.map((link, at) => ({ id: -at, ...link }))
  const preflight = release.decide({ ...draft, evidence: null, sha: '', links: unnumbered })(release.initial)
  if (E.isLeft(preflight)) return preflight
  const sha = await taggedCommit(forge, caller, writer.right, input)
  if (E.isLeft(sha)) return sha
  // The numbers of the links are allocated at the same time as that of the release.
  const numberedLinks = numbered(forge, input.links)
  numberedLinks.catch(() => undefined)
  const made = await forge.aggregates.create(
    release,
    'release',
    [releaseName(projectId, tag)],
    caller.context,
    async (id, execute) => {
      const links = await numberedLinks
      if (E.isLeft(links)) return links
      const subject = { ...draft, id, createdAt: caller.context.at }
      const evidence = await firstEvidence(forge, writer.right.project, subject)
      if (E.isLeft(evidence)) return evidence
      return execute({ ...draft, evidence: evidence.right, sha: sha.right, links: links.right }, caller.context)
    },
  )
  if (E.isLeft(made)) return made.left.kind === 'Conflict' ? refuse(taken) : made
  return shownRow(forge.read.projectReleases.byTag(projectId, tag), 'release')
}
