import type { Database } from 'better-sqlite3'

/** Counts the changes of places, so that what queries keep in memory is dropped as soon as it could be untrue. */
export interface Generation {
  value: number
}

const generations = new WeakMap<Database, Generation>()

/** One counter for each database: handlers raise it, queries compare it. */
export const generationOf = (db: Database): Generation => {
  const known = generations.get(db)
  if (known !== undefined) return known
  const made = { value: 0 }
  generations.set(db, made)
  return made
}

/** Keeps answers by their key until the next change; at most `capacity` of them. */
export const keptUntilChange = <Key, Answer>(
  generation: Generation,
  ask: (key: Key) => Answer,
  capacity = 10_000,
): ((key: Key) => Answer) => {
  const answers = new Map<Key, Answer>()
  let seen = generation.value
  return (key) => {
    if (seen !== generation.value || answers.size >= capacity) {
      answers.clear()
      seen = generation.value
    }
    const known = answers.get(key)
    if (known !== undefined || answers.has(key)) return known as Answer
    const answer = ask(key)
    answers.set(key, answer)
    return answer
  }
}
