import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataFolders } from '../../../composition/data-folder-lock.js'
import { eventLogIn, whyUnreadable } from '../../../composition/data-folders.js'
import { createForgefold } from '../../../composition/index.js'
import { asFetch } from '../../../transport/index.js'
import { actorOf } from '../../actor.js'
import { addUserWithToken } from '../../administration.js'
import type { StartOptions } from '../../test-forge.js'
import { type ExportedSeed, exportSeed } from './export-seed.js'

/** The tier, release and other options of an instance that its data does not record. */
export type Edition = Required<Pick<StartOptions, 'tier' | 'release'>>

const READER = 'seed-export'
const URL_OF_COPY = 'http://localhost'

/**
 * Exports a seed from a data folder; a copy of it is opened, and the folder itself is not changed.
 *
 * Throws `DataDirInUse` if a server is running on it, and a sentence if its event log cannot be read.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { mkdtemp } from 'node:fs/promises'
 * import { createForge } from '@forgefold/server'
 * import { exportSeedOfFolder } from '@forgefold/testing'
 *
 * const data = await mkdtemp('data-')
 * const forge = await createForge({ data })
 * const profile = { username: 'jane', name: 'Jane', email: 'jane@example.com' }
 * await forge.useCases.user.registerUser({ profile, password: undefined, admin: false, confirmed: true })
 * await forge.close()
 * const { document } = await exportSeedOfFolder(data, { tier: 'free', release: '15.3' }, {})
 * assert.ok('jane' in document.users)
 */
export const exportSeedOfFolder = async (data: string, edition: Edition, defaults: object): Promise<ExportedSeed> => {
  const why = whyUnreadable(eventLogIn(data))
  if (why !== undefined) throw new Error(why)
  const held = lockDataFolders({ data })
  const copy = await mkdtemp(join(tmpdir(), 'forgefold-seed-'))
  try {
    await cp(data, copy, { recursive: true })
    const forgefold = await createForgefold({ data: copy, instance: { externalUrl: URL_OF_COPY, ...edition } })
    try {
      const token = await addUserWithToken(forgefold.forge, READER, { admin: true })
      const ask = asFetch(forgefold.handler)
      const admin = actorOf(READER, token, (path, init) => ask(new Request(new URL(String(path), URL_OF_COPY), init)))
      return await exportSeed(admin, { defaults: { ...defaults }, without: [READER] })
    } finally {
      await forgefold.close()
    }
  } finally {
    held.close()
    await rm(copy, { recursive: true, force: true })
  }
}

/**
 * Reads a seed from a running instance, with a token of an administrator that has the scope `api`.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { exportSeedOfServer, startForge } from '@forgefold/testing'
 *
 * const forge = await startForge({ seed: { users: { jane: {} } } })
 * const { document } = await exportSeedOfServer(forge.url, forge.tokens.root, {})
 * assert.ok('jane' in document.users)
 * await forge.close()
 */
export const exportSeedOfServer = (url: string, token: string, defaults: object): Promise<ExportedSeed> => {
  const admin = actorOf('oauth2', token, (path, init) => fetch(new URL(String(path), url), init ?? {}))
  return exportSeed(admin, { defaults: { ...defaults } })
}
