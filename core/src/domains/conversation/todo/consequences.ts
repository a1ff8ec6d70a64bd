import type { TodoAction } from './aggregate.js'

/** Something that ought to be on somebody's list. */
export interface Wish {
  readonly userId: number
  readonly action: TodoAction
  readonly noteId?: number
}

/** What an event means for the lists of people, about one thing. */
export interface Consequences {
  /** Those who have seen to the thing: whatever they had not done about it is done. */
  readonly settled: ReadonlyArray<number>
  readonly wishes: ReadonlyArray<Wish>
}

export const nothingFollows: Consequences = { settled: [], wishes: [] }

/** Nobody is asked to look at what they did themselves; these come to the one whose doing they are about. */
const TOLD_TO_ONESELF: ReadonlySet<TodoAction> = new Set(['build_failed', 'unmergeable', 'marked'])

/** Those who came: nobody is told twice of the same. */
export const newcomers = (before: ReadonlyArray<number>, after: ReadonlyArray<number>): ReadonlyArray<number> => [
  ...new Set(after.filter((id) => !before.includes(id))),
]

export const wishesFor = (action: TodoAction, userIds: ReadonlyArray<number>, noteId?: number): ReadonlyArray<Wish> =>
  [...new Set(userIds)].map((userId) => ({ userId, action, ...(noteId === undefined ? {} : { noteId }) }))

/** Whoever is spoken to is not also spoken of. */
export const mentionWishes = (
  mentioned: ReadonlyArray<number>,
  addressed: ReadonlyArray<number>,
  noteId?: number,
): ReadonlyArray<Wish> => {
  const direct = mentioned.filter((id) => addressed.includes(id))
  const others = mentioned.filter((id) => !addressed.includes(id))
  return [...wishesFor('directly_addressed', direct, noteId), ...wishesFor('mentioned', others, noteId)]
}

/**
 * What is left of the consequences for whoever may look at the thing: each wish once, none for the one who acted.
 *
 * `actor` is undefined where the forge itself acted.
 */
export const dueOf = (
  { settled, wishes }: Consequences,
  actor: number | undefined,
  mayLook: (userId: number, wish: Wish) => boolean,
): Consequences => {
  const due = new Map<string, Wish>()
  for (const wish of wishes) {
    const key = `${wish.userId} ${wish.action}`
    const isOwn = wish.userId === actor && !TOLD_TO_ONESELF.has(wish.action)
    if (!isOwn && !due.has(key) && mayLook(wish.userId, wish)) due.set(key, wish)
  }
  return { settled: [...new Set(settled)], wishes: [...due.values()] }
}
