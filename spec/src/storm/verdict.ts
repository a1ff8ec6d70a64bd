import assert from 'node:assert/strict'
import type { StormReport } from './storm.js'

/** How long servers may take to show each other's writes once the storm is over, in milliseconds. */
const LONGEST_LAG_MS = 10_000

const countsOf = (names: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Throws unless every acknowledged write is there once on every server, no number is there twice, and no reader has missed anything. */
export const assertNothingLost = (report: StormReport): void => {
  const { acknowledged, listed, logged, forgotten, lag } = report
  assert.deepEqual(forgotten, [], 'what a position promised was missing')
  for (const [server, lists] of listed.entries()) {
    for (const kind of ['group', 'environment', 'commit'] as const) {
      const rows = lists[kind]
      const wanted = acknowledged.filter((write) => write.kind === kind)
      const counts = countsOf(rows.map(({ name }) => name))
      for (const { name } of wanted) assert.equal(counts.get(name), 1, `${kind} ${name} on server ${server}`)
      const ids = new Map(rows.map(({ id, name }) => [id, name]))
      assert.equal(ids.size, rows.length, `numbers of ${kind} twice on server ${server}`)
      for (const { id, name } of wanted) assert.equal(ids.get(id), name, `${kind} ${String(id)} on server ${server}`)
    }
    for (const kind of ['group', 'environment'] as const)
      assert.equal(lists[kind].length, logged[kind], `server ${server} missed an event of a ${kind}`)
    assert.deepEqual(lists, listed[0], `server ${server} tells another story`)
  }
  assert.ok(lag < LONGEST_LAG_MS, `${Math.round(lag)} ms until all was shown`)
}
