import type { SecretBox } from '@forgefold/core/ports'
import type { InstanceKey } from './instance-key.js'
import { openWith, sealWith } from './sealing.js'

/** The first character of a sealed text is the version of its format. */
const FORMAT = '1.'

/**
 * Seals settings at rest under the instance's key (AES-256-GCM).
 *
 * @example
 * import { makeInstanceKey } from '@forgefold/adapters/crypto'
 * const box = makeSecretBox(makeInstanceKey())
 * assert.equal(box.open(box.seal('hook secret')), 'hook secret')
 */
export const makeSecretBox = (instance: InstanceKey): SecretBox => {
  const key = instance.derive('secret box')
  return {
    seal: (clear) => FORMAT + sealWith(key, clear, FORMAT),
    open: (sealed) =>
      sealed.startsWith(FORMAT) ? openWith(key, sealed.slice(FORMAT.length), FORMAT)?.toString('utf8') : undefined,
  }
}
