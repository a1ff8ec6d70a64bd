import * as E from 'fp-ts/lib/Either.js'
import { bytesOf } from '../../../../app/bytes.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { isObjectId, type Repository } from '../../../../ports/git.js'
import type { Issuable } from '../../../issuable/issuable.js'
import type { DiffPosition } from '../position/index.js'
import { linesAround, linesIn, type Suggestion, suggestedBlocks } from '../suggestion/index.js'

/** Lines of larger files, in bytes, have no suggestions. */
const LARGEST_FILE = 1024 * 1024
/** The most characters of old and new lines in the suggestions of one note; further blocks stay code blocks. */
const MAX_CHARACTERS = 128 * 1024

/** A whole file of a commit; undefined where it is missing or too large for suggestions. */
export const fileAt = async (git: Repository, commit: string, path: string): Promise<Uint8Array | undefined> => {
  const known = isObjectId(commit) && (await git.commit(commit)) !== undefined
  const file = known ? await git.file(commit, path) : undefined
  return file === undefined || file.size > LARGEST_FILE ? undefined : bytesOf(file.content(), file.size)
}

const changesIn = async (
  forge: Forge,
  issuable: Issuable,
  at: DiffPosition,
  text: string,
): Promise<ReadonlyArray<Omit<Suggestion, 'id'>>> => {
  const blocks = suggestedBlocks(text)
  const { newPath, newLine } = at
  if (blocks.length === 0 || newPath === null || newLine === null) return []
  const file = await fileAt(forge.git.of(issuable.project.project.id), at.headSha, newPath)
  const changes: Array<Omit<Suggestion, 'id'>> = []
  let room = MAX_CHARACTERS
  for (const { above, below, text: to } of file === undefined ? [] : blocks) {
    const range = linesAround(newLine, { above, below })
    const from = await linesIn(file as Uint8Array, range)
    room -= to.length + (from?.length ?? 0)
    if (from === undefined || room < 0) break
    changes.push({ above: newLine - range.first, below, from, to })
  }
  return changes
}

/** The suggestions in the text of a note at a position of a diff; only lines that exist after the change can be replaced. Rejections: `Unavailable`. */
export const suggestionsIn = async (
  forge: Forge,
  issuable: Issuable,
  at: DiffPosition | undefined,
  text: string,
): Promise<E.Either<Rejection, ReadonlyArray<Suggestion>>> => {
  const changes = at?.type === 'text' ? await changesIn(forge, issuable, at, text) : []
  const ids = await Promise.all(changes.map(() => forge.numbers.next('suggestion')))
  const suggestions: Array<Suggestion> = []
  for (const [index, id] of ids.entries()) {
    if (E.isLeft(id)) return id
    suggestions.push({ id: id.right, ...(changes[index] as Omit<Suggestion, 'id'>) })
  }
  return E.right(suggestions)
}
