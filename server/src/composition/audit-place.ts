import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openFileBlobs } from '@forgefold/adapters/blobs'
import { loadInstanceKey, makeSecretBox, makeSecrets } from '@forgefold/adapters/crypto'
import { openGitRepositories } from '@forgefold/adapters/git'
import { readSqlitePersonalData } from '@forgefold/adapters/sqlite'
import type { Forge } from '@forgefold/core/app'
import { compose } from './container.js'
import { TOKENS } from './injection-tokens.js'
import type { CompositionOptions } from './options.js'

/** A forge for questions about the past of an instance: with its keys, texts and repositories where they are here, and nothing to write to. */
export interface AuditPlace {
  readonly forge: Forge
  /** Whether the keys of the instance, so the names of people, are here. */
  readonly hasKeys: boolean
  readonly close: () => Promise<void>
}

/** Opens what an instance keeps beside its history, also beside a running server. */
export const openAuditPlace = async ({
  instance,
  data,
}: Pick<CompositionOptions, 'instance' | 'data'>): Promise<AuditPlace> => {
  const scope = await compose({ instance })
  const empty = scope.resolve(TOKENS.forge)
  const closeEmpty = async (): Promise<void> => {
    await scope.resolve(TOKENS.readModel).close()
    await empty.events.close()
    await empty.git.close()
  }
  const key = data === undefined ? '' : join(data, 'instance.key')
  if (data === undefined || !existsSync(key)) return { forge: empty, hasKeys: false, close: closeEmpty }
  const instanceKey = loadInstanceKey(key)
  const personalData = readSqlitePersonalData(join(data, 'subject-keys.sqlite'), instanceKey)
  const git = await openGitRepositories({ root: join(data, 'repositories') })
  const forge: Forge = {
    ...empty,
    personalData,
    secretBox: makeSecretBox(instanceKey),
    secrets: makeSecrets(instanceKey),
    blobs: await openFileBlobs(join(data, 'blobs')),
    packageFiles: await openFileBlobs(join(data, 'packages')),
    git,
  }
  const close = async (): Promise<void> => {
    personalData.close()
    await git.close()
    await closeEmpty()
  }
  return { forge, hasKeys: true, close }
}
