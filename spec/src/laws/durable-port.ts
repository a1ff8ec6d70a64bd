import type { Case } from './law.js'
import { type Random, randomFrom } from './random.js'

/** A port with durable storage: `connect` opens it, each time on the same storage. */
export interface DurablePort<Port> {
  readonly connect: () => Promise<{ readonly port: Port; readonly close: () => Promise<void> }>
  readonly remove: () => Promise<void>
}

/** Laws of one port by what they say; `reconnect` closes the port and opens it again on the same storage. */
export type PortLaws<Port> = Readonly<
  Record<string, (port: Port, reconnect: () => Promise<Port>, random: Random) => Promise<void>>
>

/** The cases of these laws against an implementation of the port, each law with every seed. */
export const casesOf =
  <Port>(laws: PortLaws<Port>) =>
  (place: () => Promise<DurablePort<Port>>, seeds: ReadonlyArray<number> = [1, 2, 3]): ReadonlyArray<Case> =>
    Object.entries(laws).flatMap(([name, holds]) =>
      seeds.map((seed) => ({
        name: `${name} · seed ${seed}`,
        skip: undefined,
        run: async () => {
          const kept = await place()
          let connection = await kept.connect()
          const reconnect = async (): Promise<Port> => {
            await connection.close()
            connection = await kept.connect()
            return connection.port
          }
          try {
            await holds(connection.port, reconnect, randomFrom(seed))
          } finally {
            await connection.close()
            await kept.remove()
          }
        },
      })),
    )
