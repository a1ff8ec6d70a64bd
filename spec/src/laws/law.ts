/** Something promised of every adapter of a port, as a function that fails where the promise is broken. */
export interface Law<World, Trait extends string = never> {
  readonly name: string
  /** What only some adapters can offer; an adapter without it gives the reason. */
  readonly needs?: ReadonlyArray<Trait>
  /** Nothing in it depends on chance: one seed shows all. */
  readonly fixed?: boolean
  readonly holds: (world: World) => Promise<void>
}

/** For each trait: offered, or the reason why not. */
export type Traits<Trait extends string> = Readonly<Record<Trait, true | { readonly because: string }>>

/** A law ready to be run by a test runner; a skip always has its reason. */
export interface Case {
  readonly name: string
  readonly skip: string | undefined
  readonly run: () => Promise<void>
}

/** Why these needs are not met; undefined where they are. Throws for a trait that is neither offered nor given a reason, as plain JavaScript may leave one out. */
export const missingTraits = <Trait extends string>(
  traits: Traits<Trait>,
  needs: ReadonlyArray<Trait> = [],
): string | undefined => {
  for (const need of needs) {
    const trait: Traits<Trait>[Trait] | undefined = traits[need]
    if (trait === undefined) throw new TypeError(`traits does not say whether ${need} is offered`)
    if (trait !== true) return `${need}: ${trait.because}`
  }
  return undefined
}
