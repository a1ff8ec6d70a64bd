import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { notFound, refused } from '../../../../kernel/index.js'
import { isTagName } from '../../../naming/ref-name.js'
import type { ProjectRef } from '../../project/access.js'
import { tagRef } from '../refs.js'
import { signatureOf } from '../signature.js'
import { moveRefs } from '../steps/move-refs.js'
import { refRuleRefusal, writerOf } from '../steps/write-access.js'

/** A tag as the API names it. */
export interface TagIn {
  readonly project: ProjectRef
  readonly tag: string
}

/** A new tag. */
export interface CreateTag extends TagIn {
  /** Its target: a branch, a tag or a commit. */
  readonly ref: string
  /** Creates an annotated tag; undefined or empty: a lightweight one. */
  readonly message: string | undefined
}

/**
 * Creates a tag: an annotated one where there is a message.
 *
 * Rejections: `NotFound` (Project); `Forbidden`; `Refused` for an invalid name, an existing tag, or a ref without a commit.
 */
export const createTag: UseCase<CreateTag, void> = async (forge, caller, input) => {
  const writer = writerOf(forge, caller, input.project)
  if (E.isLeft(writer)) return writer
  const { tag, message } = input
  const { context } = caller
  if (!isTagName(tag)) return E.left(refused('Tag name invalid'))
  const ref = tagRef(tag)
  const denied = refRuleRefusal(forge, writer.right, { ref, change: 'create' })
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
export const deleteTag: UseCase<TagIn, void> = async (forge, caller, input) => {
  const writer = writerOf(forge, caller, input.project)
  if (E.isLeft(writer)) return writer
  const projectId = writer.right.project.id
  const ref = tagRef(input.tag)
  const from = await forge.git.of(projectId).ref(ref)
  if (from === undefined) return E.left(notFound('Tag'))
  const denied = refRuleRefusal(forge, writer.right, { ref, change: 'delete' })
  if (denied !== undefined) return E.left(denied)
  const changes = [{ ref, from, to: null }]
  const moved = await moveRefs(forge, { projectId, changes, via: 'api', context: caller.context })
  return E.isLeft(moved) ? moved : E.right(undefined)
}
