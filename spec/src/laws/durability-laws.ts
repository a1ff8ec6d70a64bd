import assert from 'node:assert/strict'
import type { EventId, Position, Revision } from '@forgefold/core/kernel'
import { instantOf, streamName } from '@forgefold/core/kernel'
import type {
  Checkpoint,
  CheckpointLog,
  Checkpoints,
  PersonalData,
  Snapshots,
  TreeTiles,
  WitnessReport,
} from '@forgefold/core/ports'
import { casesOf, type PortLaws } from './durable-port.js'

const checkpointLaws: PortLaws<Checkpoints> = {
  'a checkpoint is what was saved last, for each reactor by itself, through restarts': async (
    first,
    reconnect,
    random,
  ) => {
    const saved = new Map<string, Checkpoint>()
    let port = first
    assert.equal(await port.load('nobody'), undefined)
    for (let step = 0; step < 60; step++) {
      const reactor = `reactor ${random.below(4)}`
      const position = (random.below(2 ** 31) * 2 ** 20) as Position
      const stream = streamName('thing', random.below(9))
      const seen = { stream, revision: random.below(9) as Revision, id: `event ${step}` as EventId, position }
      const checkpoint = { position, anchor: random.chance(0.2) ? undefined : seen }
      saved.set(reactor, checkpoint)
      await port.save(reactor, checkpoint)
      if (random.chance(0.1)) port = await reconnect()
      for (const [name, expected] of saved) assert.deepEqual(await port.load(name), expected)
    }
  },
}

const snapshotLaws: PortLaws<Snapshots> = {
  'a snapshot is what was saved last, for each stream by itself, through restarts': async (
    first,
    reconnect,
    random,
  ) => {
    let port = first
    assert.equal(await port.load(streamName('thing', 0)), undefined)
    for (let step = 0; step < 20; step++) {
      const stream = streamName('thing', random.below(3))
      const state = { list: [step, null, 'ä\u0000€'], deep: { nothing: {}, text: 'x'.repeat(random.below(5000)) } }
      const snapshot = { stateVersion: 1 + random.below(3), revision: random.below(9999) as Revision, state }
      await port.save(stream, snapshot)
      if (random.chance(0.2)) port = await reconnect()
      assert.deepEqual(await port.load(stream), snapshot)
      state.list.push(99)
      assert.notDeepEqual((await port.load(stream))?.state, state)
    }
  },
}

const personalDataLaws: PortLaws<PersonalData> = {
  'what is sealed for somebody opens for that one only, through restarts': async (first, reconnect) => {
    let port = first
    const sealed = port.seal('user:1', 'Ann Ümläut €')
    assert.ok(!sealed.includes('Ann'))
    assert.notEqual(port.seal('user:1', 'Ann Ümläut €'), sealed, 'equal texts must not show as equal')
    port.seal('user:2', 'Bob')
    port = await reconnect()
    assert.equal(port.open('user:1', sealed), 'Ann Ümläut €')
    assert.equal(port.open('user:2', sealed), undefined)
    assert.equal(port.open('user:3', sealed), undefined)
    assert.equal(port.open('user:1', port.seal('user:1', '')), '')
  },
  'what was altered does not open': async (port, _, random) => {
    const sealed = port.seal('user:1', 'some text')
    for (let n = 0; n < 40; n++) {
      const at = random.below(sealed.length)
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const altered = sealed.slice(0, at) + other + sealed.slice(at + 1)
      // The last sign may hold bits that mean nothing.
      if (at < sealed.length - 1) assert.equal(port.open('user:1', altered), undefined)
    }
    for (const odd of ['', '1.', 'x', '\u0000', sealed.slice(0, -8)]) assert.equal(port.open('user:1', odd), undefined)
  },
  'erasing is for ever, and only for that one': async (first, reconnect) => {
    let port = first
    const [ann, bob] = [port.seal('user:1', 'Ann'), port.seal('user:2', 'Bob')]
    port.erase('user:1')
    assert.equal(port.open('user:1', ann), undefined)
    const after = port.seal('user:1', 'Ann again')
    assert.equal(port.open('user:1', after), undefined)
    port.erase('user:1')
    port.erase('never seen')
    port = await reconnect()
    assert.equal(port.open('user:1', ann), undefined)
    assert.equal(port.open('user:1', after), undefined)
    assert.equal(port.open('user:2', bob), 'Bob')
  },
}

const treeTileLaws: PortLaws<TreeTiles> = {
  'a tile is what was put there last, and the head moves with the tiles or not at all, through restarts': async (
    first,
    reconnect,
    random,
  ) => {
    let port = first
    const kept = new Map<string, Uint8Array>()
    let size = 0
    assert.deepEqual(port.head(), { size: 0, upTo: undefined })
    assert.equal(port.tile(0, 0).length, 0)
    for (let step = 0; step < 60; step++) {
      const tiles = Array.from({ length: random.below(3) }, () => {
        const hashes = Uint8Array.from({ length: 32 * (1 + random.below(8)) }, () => random.below(256))
        return { level: random.below(3), index: random.below(4), hashes }
      })
      const upTo = { position: (size + 1) as Position, anchor: undefined }
      const isStale = random.chance(0.3)
      const head = { size: size + 1 + random.below(9), upTo: random.chance(0.2) ? undefined : upTo }
      assert.equal(port.add(isStale ? size + 1 : size, tiles, head), !isStale)
      if (!isStale) {
        for (const { level, index, hashes } of tiles) kept.set(`${level} ${index}`, hashes)
        size = head.size
        assert.deepEqual(port.head(), head)
      }
      if (random.chance(0.1)) port = await reconnect()
      assert.equal(port.head().size, size)
      for (const [name, hashes] of kept) {
        const [level, index] = name.split(' ').map(Number) as [number, number]
        assert.deepEqual(Buffer.from(port.tile(level, index)), Buffer.from(hashes))
      }
    }
  },
}

const checkpointLogLaws: PortLaws<CheckpointLog> = {
  'checkpoints stay as they were signed, in their order, with the lines of witnesses, through restarts': async (
    first,
    reconnect,
    random,
  ) => {
    let port = first
    const notes: Array<string> = []
    assert.equal(port.newest(), undefined)
    assert.deepEqual(port.after(0, 10), [])
    for (let step = 0; step < 60; step++) {
      const note = `origin\n${step}\nroot\n\n— origin ${step}\n`
      assert.deepEqual(port.append(step, note), { number: step + 1, size: step, note })
      notes.push(note)
      const at = random.below(notes.length)
      const lines = [`— one ${random.below(3)}`, '— two 2']
      port.cosign(at + 1, lines)
      for (const line of lines) if (!notes[at]?.includes(`${line}\n`)) notes[at] += `${line}\n`
      port.cosign(notes.length + 1, ['— nobody 1'])
      if (random.chance(0.1)) port = await reconnect()
      const [behind, limit] = [random.below(70), 1 + random.below(9)]
      assert.deepEqual(
        port.after(behind, limit).map((one) => [one.number, one.size, one.note]),
        notes.map((one, index) => [index + 1, index, one]).slice(behind, behind + limit),
      )
      assert.equal(port.newest()?.note, notes.at(-1))
    }
  },
  'the last report on each witness is kept, by its address, through restarts': async (first, reconnect, random) => {
    let port = first
    const kept = new Map<string, WitnessReport>()
    assert.deepEqual(port.reports(), [])
    for (let step = 0; step < 40; step++) {
      const cosigned = random.chance(0.5) ? step : undefined
      const failure = random.chance(0.5) ? `failure ${step}` : undefined
      const report = { url: `https://w${random.below(4)}.example`, at: instantOf(step), cosigned, failure }
      port.report(report)
      kept.set(report.url, report)
      if (random.chance(0.1)) port = await reconnect()
      assert.deepEqual(
        port.reports(),
        [...kept.keys()].sort().map((url) => kept.get(url)),
      )
    }
  },
}

/**
 * The laws of the log of checkpoints.
 *
 * @example
 * import { makeMemoryCheckpointLog } from '@forgefold/adapters/memory'
 * const place = async () => {
 *   const port = makeMemoryCheckpointLog()
 *   return { connect: async () => ({ port, close: async () => undefined }), remove: async () => undefined }
 * }
 * for (const { run } of checkpointLogCases(place, [1])) await run()
 * assert.ok(checkpointLogCases(place, [1]).length > 0)
 */
export const checkpointLogCases = casesOf(checkpointLogLaws)

/**
 * The laws of the tiles of a history's tree.
 *
 * @example
 * import { makeMemoryTreeTiles } from '@forgefold/adapters/memory'
 * const place = async () => {
 *   const port = makeMemoryTreeTiles()
 *   return { connect: async () => ({ port, close: async () => undefined }), remove: async () => undefined }
 * }
 * for (const { run } of treeTileCases(place, [1])) await run()
 * assert.ok(treeTileCases(place, [1]).length > 0)
 */
export const treeTileCases = casesOf(treeTileLaws)

/**
 * The laws of reactors' checkpoints.
 *
 * @example
 * import { makeMemoryCheckpoints } from '@forgefold/adapters/memory'
 * const place = async () => {
 *   const port = makeMemoryCheckpoints()
 *   return { connect: async () => ({ port, close: async () => undefined }), remove: async () => undefined }
 * }
 * for (const { run } of checkpointCases(place, [1])) await run()
 * assert.ok(checkpointCases(place, [1]).length > 0)
 */
export const checkpointCases = casesOf(checkpointLaws)

/**
 * The laws of snapshots.
 *
 * @example
 * import { makeMemorySnapshots } from '@forgefold/adapters/memory'
 * const place = async () => {
 *   const port = makeMemorySnapshots()
 *   return { connect: async () => ({ port, close: async () => undefined }), remove: async () => undefined }
 * }
 * for (const { run } of snapshotCases(place, [1])) await run()
 * assert.ok(snapshotCases(place, [1]).length > 0)
 */
export const snapshotCases = casesOf(snapshotLaws)

/**
 * The laws of personal data and its keys.
 *
 * @example
 * import { makeMemoryPersonalData } from '@forgefold/adapters/memory'
 * const place = async () => {
 *   const port = makeMemoryPersonalData()
 *   return { connect: async () => ({ port, close: async () => undefined }), remove: async () => undefined }
 * }
 * for (const { run } of personalDataCases(place, [1])) await run()
 * assert.ok(personalDataCases(place, [1]).length > 0)
 */
export const personalDataCases = casesOf(personalDataLaws)
