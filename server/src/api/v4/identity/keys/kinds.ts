import type { Forge } from '@forgefold/core/app'
import type { UserKeyKind, UserKeyRow } from '@forgefold/core/domains/identity/user-key'
import { presentGpgKey, presentSshKey } from './presenter.js'
import { gpgKeyShape, sshKeyShape } from './shape.js'

export interface Kind {
  readonly kind: UserKeyKind
  readonly folder: string
  readonly word: string
  readonly shape: typeof sshKeyShape
  readonly present: (row: UserKeyRow, forge: Forge) => object
}

export const SSH: Kind = { kind: 'ssh', folder: 'keys', word: 'SSH key', shape: sshKeyShape, present: presentSshKey }

export const GPG: Kind = {
  kind: 'gpg',
  folder: 'gpg_keys',
  word: 'GPG key',
  shape: gpgKeyShape,
  present: presentGpgKey,
}
