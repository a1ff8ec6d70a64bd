import type { Case } from './law.js'
import { type Random, randomFrom } from './random.js'

/** A port kept at some place: connecting again is a new life on the same place. */
export interface Kept<Port> {
  readonly connect: () => Promise<{ readonly port: Port; readonly close: () => Promise<void> }>
  readonly remove: () => Promise<void>
}

/** Laws of one port by what they say; `reconnect` begins another life on the same place. */
export type PortLaws<Port> = Readonly<
  Record<string, (port: Port, reconnect: () => Promise<Port>, random: Random) => Promise<void>>
>

/** The cases of these laws against whoever keeps the port, each law with every seed. */
export const casesOf =
  <Port>(laws: PortLaws<Port>) =>
  (place: () => Promise<Kept<Port>>, seeds: ReadonlyArray<number> = [1, 2, 3]): ReadonlyArray<Case> =>
    Object.entries(laws).flatMap(([name, holds]) =>
      seeds.map((seed) => ({
        name: `${name} · seed ${seed}`,
        skip: undefined,
        run: async () => {
          const kept = await place()
          let life = await kept.connect()
          const reconnect = async (): Promise<Port> => {
            await life.close()
            life = await kept.connect()
            return life.port
          }
          try {
            await holds(life.port, reconnect, randomFrom(seed))
          } finally {
            await life.close()
            await kept.remove()
          }
        },
      })),
    )
