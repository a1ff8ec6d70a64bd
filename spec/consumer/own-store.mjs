// #region cases
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventStoreCases } from '@forgefold/laws'
import { openLinesEventStore } from './lines-event-store.mjs'

const traits = {
  durable: true,
  shared: { because: 'one store at a time has the file' },
  densePositions: true,
  permanentDeduplication: true,
  synchronousDelivery: true,
}

const place = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'))
  return {
    connect: async () => openLinesEventStore(join(folder, 'events.jsonl')),
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

/** The tests of the contract. */
export const cases = eventStoreCases({ name: 'a file of lines', traits, place })
// #endregion
