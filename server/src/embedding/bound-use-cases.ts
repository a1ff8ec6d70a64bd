import type { Caller, Forge } from '@forgefold/core/app'
import type * as domains from '@forgefold/core/domains'

type Domains = typeof domains

/** A use case or query bound to one caller: a function of its input alone. */
type Bound<Called> = Called extends (forge: infer Needed, caller: infer Asking, input: infer Input) => infer Answer
  ? Forge extends Needed
    ? Caller extends Asking
      ? (input: Input) => Answer
      : never
    : never
  : never

type NamesIn<Domain> = {
  [Name in keyof Domain]: Domain[Name] extends (...given: infer Given) => unknown
    ? Given['length'] extends 3
      ? Bound<Domain[Name]> extends never
        ? never
        : Name
      : never
    : never
}[keyof Domain]

/** The use cases and queries of every domain, as the API calls them, for one caller: `useCases.label.createLabel(input)`. */
export type UseCases = {
  readonly [Name in keyof Domains]: { readonly [Called in NamesIn<Domains[Name]>]: Bound<Domains[Name][Called]> }
}

type Callable = (forge: Forge, caller: Caller, input: unknown) => unknown

const AsyncFunction = (async () => undefined).constructor

/** What a call of a use case is made with. */
export interface Binding {
  /** Throws where there is none any longer. */
  readonly forge: () => Forge
  readonly caller: () => Caller
  /** Called with each answer that is under way. */
  readonly underWay: (answer: Promise<unknown>) => void
}

/**
 * Binds every function of every domain; each call has a command context of its own. Where the forge or the caller is gone, what gives a
 * promise rejects, and what answers at once throws.
 */
export const boundUseCases = (all: Domains, { forge, caller, underWay }: Binding): UseCases => {
  const bind = (domain: object): object =>
    new Proxy(domain, {
      get: (target, name) => {
        const called: unknown = Reflect.get(target, name)
        if (typeof called !== 'function') return undefined
        const call = (input: unknown): unknown => (called as Callable)(forge(), caller(), input)
        if (!(called instanceof AsyncFunction)) return call
        return (input: unknown) => {
          const answer = (async () => call(input))()
          underWay(answer)
          // A promise of its own: a rejection that the caller does not handle is reported as any other.
          return answer.then((given) => given)
        }
      },
    })
  return Object.fromEntries(Object.entries(all).map(([name, domain]) => [name, bind({ ...domain })])) as never
}
