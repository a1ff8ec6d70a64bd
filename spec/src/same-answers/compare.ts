import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from './exchange.js'
import { POSITION } from './positions.js'

export interface Difference {
  readonly test: string
  readonly asked: string
  readonly expected: unknown
  readonly got: unknown
}

export interface Comparison {
  /** Exchanges that were held against each other and are the same. */
  readonly same: number
  readonly differences: ReadonlyArray<Difference>
  /** Exchanges that differ, but do so between two runs on one store already, and therefore say nothing. */
  readonly unsteady: ReadonlyArray<string>
}

/** All exchanges of a recorded run, by test. */
export const readAnswers = (folder: string): ReadonlyMap<string, ReadonlyArray<Exchange>> => {
  const tests = new Map<string, Array<Exchange>>()
  for (const file of readdirSync(folder).sort())
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line === '') continue
      const exchange = JSON.parse(line) as Exchange
      const known = tests.get(exchange.test)
      if (known === undefined) tests.set(exchange.test, [exchange])
      else known.push(exchange)
    }
  return tests
}

type Answers = ReadonlyMap<string, ReadonlyArray<Exchange>>

/** Whoever waits asks again and again: of equal questions in a row the last one counts. */
const settled = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Exchange> =>
  exchanges.filter(({ asked }, index) => exchanges[index + 1]?.asked !== asked)

/**
 * A client that asks several things at once has them in another order each time: the questions of one run in the order of another, where
 * both ask the same ones as often; otherwise as they are.
 */
const inOrderOf = (other: ReadonlyArray<Exchange>, exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Exchange> => {
  const byQuestion = new Map<string, Array<Exchange>>()
  for (const exchange of exchanges) {
    const known = byQuestion.get(exchange.asked)
    if (known === undefined) byQuestion.set(exchange.asked, [exchange])
    else known.push(exchange)
  }
  const ordered = other.flatMap(({ asked }) => byQuestion.get(asked)?.splice(0, 1) ?? [])
  return ordered.length === exchanges.length ? ordered : exchanges
}

/**
 * Ids that follow from when something was stored, or were drawn: of threads, of system notes; and positions in the history. Each is named by when it first appears in the
 * test, so the same one has to stand in the same places. Commits have ids of that form too; where they are the same as they are, nothing
 * is named.
 */
const ID = new RegExp(`\\b[0-9a-f]{40}\\b|\\b[0-9a-f]{8}\\b|\\b\\d{16}\\b|${POSITION.source}`, 'g')

const namedIds = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> => {
  const names = new Map<string, string>()
  const nameOf = (id: string): string => {
    const known = names.get(id)
    if (known !== undefined) return known
    const name = `(id ${names.size})`
    names.set(id, name)
    return name
  }
  return exchanges.map((exchange) => JSON.stringify(exchange).replace(ID, nameOf))
}

/** Tells at which places two runs of a test agree. */
const agreement = (one: ReadonlyArray<Exchange>, other: ReadonlyArray<Exchange>): ((index: number) => boolean) => {
  const [ids, otherIds] = [namedIds(one), namedIds(other)]
  return (index) => isDeepStrictEqual(one[index], other[index]) || ids[index] === otherIds[index]
}

/**
 * Holds a run on one store against one on another, answer by answer. `again` is a second run on the first store: where the two do not agree
 * with each other (races, waiting for what happens in the background) nothing can be asked of the third; such places are listed.
 */
export const compareAnswers = (one: Answers, again: Answers, other: Answers): Comparison => {
  const differences: Array<Difference> = []
  const unsteady: Array<string> = []
  let same = 0
  for (const [test, all] of one) {
    const exchanges = settled(all)
    const repeated = inOrderOf(exchanges, settled(again.get(test) ?? []))
    const held = inOrderOf(exchanges, settled(other.get(test) ?? []))
    if (held.length !== exchanges.length) {
      const lengths = { expected: exchanges.length, got: held.length }
      if (repeated.length === exchanges.length) differences.push({ test, asked: 'number of questions', ...lengths })
      else unsteady.push(`${test}: ${exchanges.length} questions, then ${repeated.length}`)
      continue
    }
    const isSteady = agreement(exchanges, repeated)
    const isSame = agreement(exchanges, held)
    for (const [index, expected] of exchanges.entries()) {
      if (isSame(index)) same++
      else if (!isSteady(index)) unsteady.push(`${test}: ${expected.asked}`)
      else differences.push({ test, asked: expected.asked, expected, got: held[index] })
    }
  }
  for (const test of other.keys())
    if (!one.has(test)) differences.push({ test, asked: 'the whole test', expected: undefined, got: 'was there' })
  return { same, differences, unsteady }
}
