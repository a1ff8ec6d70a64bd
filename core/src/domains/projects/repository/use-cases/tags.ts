import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { notFound, refused } from '../../../../kernel/index.js'
import type { ProjectRef } from '../../project/access.js'
import { isTagName, tagRef } from '../ref-names.js'
import { signatureOf } from '../signature.js'
import { allowedBy, writerOf } from './allowed.js'
import { moveRefs } from './move-refs.js'

/** Which tag of which project somebody means. */
export interface TagWish extends Caller {
  readonly project: ProjectRef
  readonly tag: string
}

/**
 * Makes a tag: an annotated one where there is a message.
 *
 * Rejections: `NotFound` (Project); `Forbidden`; `Refused` for a bad name, a tag that exists, a ref that names no commit.
 */
export const createTag = async (
  forge: Forge,
  input: TagWish & { readonly ref: string; readonly message: string | undefined },
): UseCaseResult<void> => {
  const writer = writerOf(forge, input, input.project)
  if (E.isLeft(writer)) return writer
  const { tag, message, context } = input
  if (!isTagName(tag)) return E.left(refused('Tag name invalid'))
  const ref = tagRef(tag)
  const denied = allowedBy(forge, writer.right, { ref, change: 'create' })
  if (denied !== undefined) return E.left(denied)
  const projectId = writer.right.project.id
  const git = forge.git.of(projectId)
  const target = await git.resolve(input.ref)
  if (target === undefined) return E.left(refused(`Target ${input.ref} is invalid`))
  if ((await git.ref(ref)) !== undefined) return E.left(refused(`Tag ${tag} already exists`))
  const tagger = signatureOf(forge, writer.right.user.userId, context.at)
  const annotated = message !== undefined && message !== ''
  const to = annotated ? await git.writeTag({ name: tag, target, tagger, message }) : target
  const moved = await moveRefs(forge, { projectId, changes: [{ ref, from: null, to }], via: 'api', context })
  if (E.isLeft(moved)) return moved.left.kind === 'Conflict' ? E.left(refused(`Tag ${tag} already exists`)) : moved
  return E.right(undefined)
}

/** Removes a tag. Rejections: `NotFound` (Project, Tag); `Forbidden`. */
export const deleteTag = async (forge: Forge, input: TagWish): UseCaseResult<void> => {
  const writer = writerOf(forge, input, input.project)
  if (E.isLeft(writer)) return writer
  const projectId = writer.right.project.id
  const ref = tagRef(input.tag)
  const from = await forge.git.of(projectId).ref(ref)
  if (from === undefined) return E.left(notFound('Tag'))
  const denied = allowedBy(forge, writer.right, { ref, change: 'delete' })
  if (denied !== undefined) return E.left(denied)
  const changes = [{ ref, from, to: null }]
  const moved = await moveRefs(forge, { projectId, changes, via: 'api', context: input.context })
  return E.isLeft(moved) ? moved : E.right(undefined)
}
