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

/** Tests poll: of equal requests in a row the last one counts. */
const settled = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Exchange> =>
  exchanges.filter(({ asked }, index) => exchanges[index + 1]?.asked !== asked)

/** So many questions a test that waits asks at most in one round. */
const LONGEST_ROUND = 4

/** The same of rounds of several questions. */
const settledRounds = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Exchange> => {
  const left: Array<Exchange> = []
  for (const exchange of exchanges) {
    left.push(exchange)
    for (let round = 2; round <= LONGEST_ROUND; round++) {
      const before = left.slice(-2 * round, -round)
      const isRepeated =
        before.length === round && before.every(({ asked }, at) => asked === left.at(at - round)?.asked)
      if (isRepeated) left.splice(-2 * round, round)
    }
  }
  return left
}

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

/** Ids that follow from when something was stored, or were drawn: of threads, of system notes; and positions in the history. Commits have ids of that form too. */
const ID = new RegExp(`\\b[0-9a-f]{40}\\b|\\b[0-9a-f]{8}\\b|\\b\\d{16}\\b|${POSITION.source}`, 'g')

/** Which ids of one run stand where which of another do: throughout a test one always stands for the same other. */
class IdPairs {
  private readonly forth = new Map<string, string>()
  private readonly back = new Map<string, string>()

  /** Whether two exchanges differ by such ids only. Those that differ otherwise pair nothing: what comes after them is held to what came before. */
  agree(one: Exchange, other: Exchange | undefined): boolean {
    const [text, otherText] = [JSON.stringify(one), JSON.stringify(other ?? null)]
    if (text.replace(ID, '') !== otherText.replace(ID, '')) return isDeepStrictEqual(one, other)
    const others = otherText.match(ID) ?? []
    const pairs = (text.match(ID) ?? []).map((id, index) => [id, others[index] ?? ''] as const)
    const [forth, back] = [new Map(this.forth), new Map(this.back)]
    for (const [id, counterpart] of pairs) {
      if ((forth.get(id) ?? counterpart) !== counterpart || (back.get(counterpart) ?? id) !== id)
        return isDeepStrictEqual(one, other)
      forth.set(id, counterpart)
      back.set(counterpart, id)
    }
    for (const [id, counterpart] of pairs) {
      this.forth.set(id, counterpart)
      this.back.set(counterpart, id)
    }
    return true
  }
}

/** Tells at which places two runs of a test agree. */
const agreement = (one: ReadonlyArray<Exchange>, other: ReadonlyArray<Exchange>): ((index: number) => boolean) => {
  const pairs = new IdPairs()
  const agreed = one.map((exchange, index) => pairs.agree(exchange, other[index]))
  return (index) => agreed[index] === true
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
    const runs = [all, again.get(test) ?? [], other.get(test) ?? []].map(settled)
    const isWaiting = runs.some(({ length }) => length !== runs[0]?.length)
    const [exchanges = [], second = [], third = []] = isWaiting ? runs.map(settledRounds) : runs
    const repeated = inOrderOf(exchanges, second)
    const held = inOrderOf(exchanges, third)
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
