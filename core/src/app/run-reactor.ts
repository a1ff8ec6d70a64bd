import { isCheckpointOfStore } from './checkpoint-anchor.js'
import type { Forge } from './forge.js'
import type { ReactorHost, RunningReactor } from './reactor-host.js'
import { ReactorRun } from './reactor-run.js'
import type { Reactor } from './reactors.js'

/**
 * Runs a reactor from its checkpoint on; the checkpoint never runs ahead of what was done or parked.
 *
 * An event that fails temporarily is tried until it succeeds. Any other is parked after a few attempts, with every later event of its stream,
 * and the reactor continues with other streams. Parked events are tried again at each start and on `retry`.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { makeMemoryCheckpoints } from '@forgefold/adapters/memory'
 * import { createForge } from '@forgefold/server'
 * const embedded = await createForge()
 * const profile = { username: 'jane', name: 'Jane', email: 'jane@example.com' }
 * await embedded.useCases.user.registerUser({ profile, password: undefined, admin: false, confirmed: true })
 * const host = { store: embedded.forge.events, checkpoints: makeMemoryCheckpoints(), pause, onFailure: console.error }
 * const registered = new Promise((resolve) => {
 *   const reactor = { name: 'greeter', filter: { types: ['UserRegistered'] }, react: async (_forge, event) => resolve(event) }
 *   void runReactor(reactor, embedded.forge, host)
 * })
 * assert.equal((await registered).stream, 'user-1')
 * await embedded.close()
 */
export const runReactor = async (reactor: Reactor, forge: Forge, host: ReactorHost): Promise<RunningReactor> => {
  const known = await host.checkpoints.load(reactor.name)
  const isElsewhere = (): boolean => host.mayAct?.() === false
  const isKnown = known !== undefined && (await isCheckpointOfStore(known, host.store, host.pause, isElsewhere))
  const run = new ReactorRun(reactor, forge, host)
  await run.startAfter(isKnown ? known.position : undefined)
  return run
}
