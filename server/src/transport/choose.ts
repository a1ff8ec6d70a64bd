import type { Listen, TransportName } from './listening.js'
import { listenNode } from './node.js'
import { listenUws } from './uws.js'
import { uwsBinding } from './uws-binding.js'

/** The transport to use and, if it is not the wanted one, the reason. */
export interface Choice {
  readonly name: TransportName
  readonly listen: Listen
  readonly notice: string | undefined
}

/**
 * Chooses the wanted transport; falls back to Node's own server if there is no matching native binary.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { chooseTransport } from '@forgefold/server'
 *
 * const { listen } = chooseTransport('node')
 * const listening = await listen(async () => ({ status: 200, headers: [], body: 'here' }), '127.0.0.1', 0)
 * assert.ok(listening.port > 0)
 * await listening.close(0)
 */
export const chooseTransport = (wanted: TransportName): Choice => {
  if (wanted === 'node') return { name: 'node', listen: listenNode, notice: undefined }
  const binding = uwsBinding()
  if (binding.kind === 'there') return { name: 'uws', listen: listenUws, notice: undefined }
  return { name: 'node', listen: listenNode, notice: `serving over node:http, because ${binding.why}` }
}
