import type { EventStore } from '@forgefold/core/ports'

/** What two appends that are written side by side meet: another order, or a crash that takes one of them. */
export interface AppendOrder {
  /** Others wait until the next append to a stream of that name's beginning is stored, and what is to be looked at then. */
  readonly first: (beginning: string, look?: () => Promise<void>) => void
  /** The next append to a stream of that name's beginning never reaches the store; something else happens meanwhile. */
  readonly lose: (beginning: string, meanwhile?: () => Promise<unknown>) => void
  /** The next append to a stream of that name's beginning waits until it is released. */
  readonly hold: (beginning: string) => HeldAppend
}

/** An append that waits. */
export interface HeldAppend {
  /** Comes once the append is there and waits. */
  readonly reached: Promise<void>
  readonly release: () => void
}

interface Signal {
  readonly given: Promise<void>
  readonly give: () => void
}

const makeSignal = (): Signal => {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

/** Stands between an instance and its store from now on. Numbers, names and what is written in the background pass at once. */
export const orderAppends = (store: EventStore): AppendOrder => {
  const { append } = store
  let lost: { readonly beginning: string; readonly meanwhile: () => Promise<unknown> } | undefined
  let first: { readonly beginning: string; readonly stored: Signal; readonly look: () => Promise<void> } | undefined
  let held: { readonly beginning: string; readonly reached: Signal; readonly released: Signal } | undefined
  const passes = (stream: string): boolean => /^(?:counter|reservation|reactor|lease)-/.test(stream)
  Object.assign(store, {
    append: async (...given: Parameters<typeof append>) => {
      const [stream] = given
      if (lost !== undefined && stream.startsWith(lost.beginning)) {
        const { meanwhile } = lost
        lost = undefined
        await meanwhile()
        return { kind: 'Unavailable', reason: 'a crash came between' }
      }
      if (held !== undefined && stream.startsWith(held.beginning)) {
        const { reached, released } = held
        held = undefined
        reached.give()
        await released.given
      }
      if (first === undefined || passes(stream)) return append(...given)
      const { beginning, stored, look } = first
      if (!stream.startsWith(beginning)) {
        await stored.given
        return append(...given)
      }
      const outcome = await append(...given)
      // What comes meanwhile waits too, however late it comes.
      await look()
      first = undefined
      stored.give()
      return outcome
    },
  })
  return {
    lose: (beginning, meanwhile = () => Promise.resolve()) => {
      lost = { beginning, meanwhile }
    },
    first: (beginning, look = () => Promise.resolve()) => {
      first = { beginning, stored: makeSignal(), look }
    },
    hold: (beginning) => {
      const [reached, released] = [makeSignal(), makeSignal()]
      held = { beginning, reached, released }
      return { reached: reached.given, release: released.give }
    },
  }
}
