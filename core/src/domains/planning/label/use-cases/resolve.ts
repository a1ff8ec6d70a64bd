import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import { findOrCreate } from '../../../../app/find-or-create.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { badRequest, type Rejection, refuse } from '../../../../kernel/index.js'
import { resourceParentAndAncestors, resourceParentFor } from '../../../projects/resource-parent/access.js'
import type { ResourceParent } from '../../../projects/resource-parent/resource-parent.js'
import { defaultColor } from '../color.js'
import { exclusiveLabels } from '../scoped-labels.js'
import { makeLabel } from '../steps/make-label.js'
import { titleKey } from '../unique-names.js'

/** Labels by title in a project. */
export interface LabelTitles {
  readonly projectId: number
  readonly titles: ReadonlyArray<string>
}

/** The most labels that one request creates: each is a stream of its own with a unique name. */
const MAX_NEW = 250

const ensure = async (
  forge: Forge,
  place: ResourceParent,
  title: string,
  context: CommandContext,
): Promise<E.Either<Rejection, number | undefined>> => {
  const places = resourceParentAndAncestors(forge, place)
  const wanted = { title, color: defaultColor(forge.instance.release), description: null, priority: null }
  const found = await findOrCreate(
    forge,
    () => forge.read.labels.named(places, title),
    () => makeLabel(forge, place, wanted, withNewCommandId(forge, context)),
  )
  if (E.isRight(found)) return E.right(found.right.id)
  return found.left.kind === 'Invalid' ? E.right(undefined) : found
}

/**
 * The labels with these titles in a project, each once, and the last of each scope; missing ones are created where the caller may, else left
 * out. Rejections: `BadRequest` where more than 250 are missing; `Conflict` where a title stays taken by a label that does not exist;
 * `Unavailable`.
 */
export const resolveLabels: UseCase<LabelTitles, ReadonlyArray<number>> = async (
  forge,
  { principal, context },
  { projectId, titles },
) => {
  const place: ResourceParent = { kind: 'project', id: projectId }
  const places = resourceParentAndAncestors(forge, place)
  const mayCreate = E.isRight(resourceParentFor(forge, principal, { kind: 'project', ref: projectId }, 'admin_label'))
  const wanted = new Map(titles.map((title) => [titleKey(title), title.trim()]))
  wanted.delete('')
  const known = new Map([...wanted].map(([key, title]) => [key, forge.read.labels.named(places, title)?.id]))
  const missing = [...known.values()].filter((id) => id === undefined).length
  if (mayCreate && missing > MAX_NEW)
    return refuse(badRequest(`labels: ${missing} of them are new, at most ${MAX_NEW} are made at a time`))
  const ids = new Set<number>()
  for (const [key, title] of wanted) {
    const there = known.get(key)
    const id = there !== undefined || !mayCreate ? E.right(there) : await ensure(forge, place, title, context)
    if (E.isLeft(id)) return id
    if (id.right !== undefined) ids.add(id.right)
  }
  return E.right(exclusiveLabels(forge, [...ids]))
}
