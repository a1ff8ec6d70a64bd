import { setImmediate as nextTurn } from 'node:timers/promises'

/** This many small pieces of work are done in one turn of the event loop. */
const AT_ONCE = 2000

/** Does something with each of very many, and leaves others their turns. */
export const forEachInTurns = async <A>(all: Iterable<A>, work: (one: A, place: number) => void): Promise<void> => {
  let place = 0
  for (const one of all) {
    work(one, place++)
    if (place % AT_ONCE === 0) await nextTurn()
  }
}

interface Keyed<A> {
  readonly one: A
  readonly key: string
}

type Run<A> = ReadonlyArray<Keyed<A>>

const merged = async <A>(left: Run<A>, right: Run<A>): Promise<Run<A>> => {
  const all: Array<Keyed<A>> = []
  let l = 0
  let r = 0
  while (all.length < left.length + right.length) {
    const first = left[l]
    const second = right[r]
    const isLeft = second === undefined || (first !== undefined && first.key <= second.key)
    all.push((isLeft ? first : second) as Keyed<A>)
    if (isLeft) l++
    else r++
    if (all.length % AT_ONCE === 0) await nextTurn()
  }
  return all
}

/** All in the order of their keys, those with the same key as they were; very many are sorted in runs that are merged, so that others have their turns. */
export const sortedInTurns = async <A>(all: Iterable<A>, keyOf: (one: A) => string): Promise<ReadonlyArray<A>> => {
  let runs: Array<Run<A>> = []
  let run: Array<Keyed<A>> = []
  const closeRun = (): void => {
    runs.push(run.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)))
    run = []
  }
  await forEachInTurns(all, (one) => {
    run.push({ one, key: keyOf(one) })
    if (run.length === AT_ONCE) closeRun()
  })
  closeRun()
  while (runs.length > 1) {
    const longer: Array<Run<A>> = []
    for (let n = 0; n < runs.length; n += 2) longer.push(await merged(runs[n] ?? [], runs[n + 1] ?? []))
    runs = longer
  }
  return (runs[0] ?? []).map(({ one }) => one)
}
