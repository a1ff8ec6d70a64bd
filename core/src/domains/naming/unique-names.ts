import type { ReservedName } from '../../kernel/index.js'

/** Users and top-level groups share one set of names; below, groups and projects share that of their parent. Names are case-insensitive. */
export const pathUnder = (parentNamespaceId: number | null, path: string): ReservedName => ({
  kind: 'path',
  name: `${parentNamespaceId ?? 0}/${path.toLowerCase()}`,
})

/** The display name of a project is unique within its namespace. */
export const projectNameUnder = (namespaceId: number, name: string): ReservedName => ({
  kind: 'project-name',
  name: `${namespaceId}/${name.toLowerCase()}`,
})

/** Email addresses are unique in the instance, case-insensitively. */
export const emailAddress = (email: string): ReservedName => ({ kind: 'email', name: email.trim().toLowerCase() })

/** An SSH key belongs to one user, or is one deploy key. */
export const sshKeyFingerprint = (fingerprint: string): ReservedName => ({ kind: 'ssh-key', name: fingerprint })

/** An OpenPGP key belongs to one user. */
export const gpgKeyFingerprint = (fingerprint: string): ReservedName => ({ kind: 'gpg-key', name: fingerprint })

/** An identity at a provider belongs to one user. */
export const externalIdentity = ({
  provider,
  externUid,
}: {
  readonly provider: string
  readonly externUid: string
}): ReservedName => ({
  kind: 'identity',
  name: `${provider}\0${externUid}`,
})
