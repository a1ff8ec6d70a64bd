import assert from 'node:assert/strict'
import { type Aggregate, type DomainEvent, fold } from '@forgefold/core/kernel'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { Case } from '../laws/law.js'
import { generatedEvents, type NamedGenerators } from './generated-events.js'
import { storedAs } from './stored-as.js'

/** What the laws need to try an aggregate out. */
export interface AggregateSubject<Command, Event extends DomainEvent, State> {
  readonly aggregate: Aggregate<Command, Event, State>
  /** Without them, only the laws of its events are tried. */
  readonly commands?: fc.Arbitrary<Command>
  /** Generators for opaque codecs within the events, by the codec's name; the events themselves are generated from their codecs. */
  readonly named?: NamedGenerators
  /** Types of events that no command of `commands` leads to: those that only older versions wrote, or that need what is not generated. */
  readonly unreached?: ReadonlyArray<Event['type']>
  /** Commands that may rightly act a second time (a note is added twice); by default none. */
  readonly mayRepeat?: (command: Command) => boolean
  readonly runs?: number
}

const frozen = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) frozen(part)
    if (value instanceof Map || value instanceof Set) for (const part of value.values()) frozen(part)
  }
  return value
}

/** The history that a sequence of commands makes, each decided on what came before. */
const historyOf = <C, Ev extends DomainEvent, S>(
  aggregate: Aggregate<C, Ev, S>,
  commands: ReadonlyArray<C>,
): ReadonlyArray<Ev> => {
  const history: Array<Ev> = []
  let state = aggregate.initial
  for (const command of commands) {
    const decided = aggregate.decide(command)(state)
    if (E.isLeft(decided)) continue
    state = fold(aggregate, decided.right, state)
    history.push(...decided.right)
  }
  return history
}

/** So many long sequences of commands lead to each event at least once; the same in every run. */
const SEQUENCES = { numRuns: 1000, seed: 1 }
const LONGEST_SEQUENCE = 40

const LAWS_OF_EVENTS: ReadonlySet<string> = new Set([
  'evolve is total and leaves its arguments alone',
  'every event survives its codec',
  'a snapshot and the rest make the whole fold',
])

/** The laws that every aggregate gets for free. */
export const aggregateCases = <C, Ev extends DomainEvent, S>(
  subject: AggregateSubject<C, Ev, S>,
): ReadonlyArray<Case> => {
  const { aggregate, mayRepeat = () => false, unreached = [], runs = 200 } = subject
  // Clones, because generated records have no prototype and stored ones do.
  const command = (subject.commands ?? fc.constant<C | undefined>(undefined)).map(
    (value) => structuredClone(value) as C,
  )
  const commands = fc.array(command, { maxLength: 12 })
  const events = fc.array(
    generatedEvents(aggregate.events, subject.named).map((value) => structuredClone(value)),
    { maxLength: 20 },
  )
  const reached =
    subject.commands === undefined ? fc.constant([]) : commands.map((sequence) => historyOf(aggregate, sequence))

  const decoded = (event: Ev): E.Either<unknown, Ev> =>
    aggregate.events.decode(storedAs(aggregate.events.encode(event)))

  const all = (...arbitraries: [fc.Arbitrary<ReadonlyArray<Ev>>, ...Array<fc.Arbitrary<ReadonlyArray<Ev>>>]) =>
    fc.oneof(...arbitraries)

  const laws: Readonly<Record<string, () => void>> = {
    'the generated commands reach every event': () => {
      const sequences = fc.sample(fc.array(command, { maxLength: LONGEST_SEQUENCE }), SEQUENCES)
      const events = sequences.flatMap((sequence) => historyOf(aggregate, sequence))
      const seen = new Set<string>(events.map(({ type }) => type))
      assert.deepEqual(
        aggregate.events.types.filter((type) => !seen.has(type)),
        unreached,
      )
    },
    'decide is deterministic and leaves its arguments alone': () =>
      fc.assert(
        fc.property(all(reached, events), command, (history, asked) => {
          const state = frozen(fold(aggregate, history))
          const first = aggregate.decide(frozen(asked))(state)
          assert.deepEqual(aggregate.decide(asked)(fold(aggregate, history)), first)
        }),
        { numRuns: runs },
      ),
    'evolve is total and leaves its arguments alone': () =>
      fc.assert(
        fc.property(all(events, reached), (history) => {
          let state = frozen(aggregate.initial)
          for (const event of history) state = frozen(aggregate.evolve(state, frozen(event)))
          if (aggregate.initial !== undefined) assert.notEqual(state, undefined)
          assert.deepEqual(fold(aggregate, history), state)
        }),
        { numRuns: runs },
      ),
    'every event survives its codec': () =>
      fc.assert(
        fc.property(all(events, reached), (history) => {
          for (const event of history) assert.deepEqual(decoded(event), E.right(event))
        }),
        { numRuns: runs },
      ),
    'a repeated command is refused or yields nothing': () =>
      fc.assert(
        fc.property(reached, command, (history, asked) => {
          if (mayRepeat(asked)) return
          const state = fold(aggregate, history)
          const once = aggregate.decide(asked)(state)
          if (E.isLeft(once)) return
          const twice = aggregate.decide(asked)(fold(aggregate, once.right, state))
          assert.ok(E.isLeft(twice) || twice.right.length === 0, `it acted again: ${JSON.stringify(twice)}`)
        }),
        { numRuns: runs },
      ),
    'a snapshot and the rest make the whole fold': () => {
      const codec = aggregate.snapshot
      if (codec === undefined) return
      fc.assert(
        fc.property(all(reached, events), fc.nat(20), (history, cut) => {
          const encoded = JSON.parse(JSON.stringify(codec.encode(fold(aggregate, history.slice(0, cut)))))
          const restored = codec.decode(encoded)
          if (E.isLeft(restored)) assert.fail('the snapshot could not be read back')
          else assert.deepEqual(fold(aggregate, history.slice(cut), restored.right), fold(aggregate, history))
        }),
        { numRuns: runs },
      )
    },
  }
  return Object.entries(laws)
    .filter(([name]) => aggregate.snapshot !== undefined || !name.startsWith('a snapshot'))
    .filter(([name]) => subject.commands !== undefined || LAWS_OF_EVENTS.has(name))
    .map(([name, check]) => ({ name: `${aggregate.category}: ${name}`, skip: undefined, run: async () => check() }))
}
