import { rm } from 'node:fs/promises'
import type { CompositionOptions } from './composition-options.js'
import { type Resolver, TOKENS } from './injection-tokens.js'

/** Closes what the composition opened itself; provided ports and named folders are left alone. */
export const closePorts = async (parts: Resolver, { ports = {}, data }: CompositionOptions): Promise<void> => {
  const forge = parts.resolve(TOKENS.forge)
  if (ports.events === undefined) await forge.events.close()
  if (ports.git === undefined) await forge.git.close()
  const repositories = parts.resolve(TOKENS.repositories)
  if (data === undefined && repositories !== undefined) await rm(repositories, { recursive: true, force: true })
  for (const name of ['checkpoints', 'deliveryLog', 'snapshots', 'personalData'] as const) {
    if (name !== 'deliveryLog' && ports[name] !== undefined) continue
    const kept = parts.resolve<object>(TOKENS[name])
    if ('close' in kept && typeof kept.close === 'function') await kept.close()
  }
}
