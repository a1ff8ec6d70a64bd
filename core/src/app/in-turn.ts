/** Does one piece of work at a time for each key, in the order in which they came. */
export type InTurn<Key> = <A>(key: Key, work: () => Promise<A>) => Promise<A>

/** Lets what has one key happen one after the other. */
export const makeInTurn = <Key>(): InTurn<Key> => {
  const last = new Map<Key, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key)
    const run = before === undefined ? work() : before.then(work, work)
    last.set(key, run)
    const done = (): void => {
      if (last.get(key) === run) last.delete(key)
    }
    run.then(done, done)
    return run
  }
}

const known = new WeakMap<object, InTurn<string>>()

/** The turns of one forge, for work that has to be done one after the other in its process; keys begin with their purpose. */
export const turnsOf = (forge: object): InTurn<string> => {
  const turns = known.get(forge) ?? makeInTurn<string>()
  known.set(forge, turns)
  return turns
}
