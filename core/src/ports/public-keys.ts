/** A parsed SSH public key (RFC 4253 §6.6, RFC 5656, RFC 8709). */
export interface SshPublicKey {
  /** `ssh-ed25519` and the like. */
  readonly type: string
  /** The key itself, in base64. */
  readonly body: string
  readonly bits: number
  /** Pairs of hexadecimal digits with colons between them. */
  readonly md5: string
  /** `SHA256:` and base64 without padding, as ssh-keygen shows it. */
  readonly sha256: string
}

/** A parsed OpenPGP public key (RFC 4880 §12.2). */
export interface PgpPublicKey {
  /** Hexadecimal, in capitals. */
  readonly fingerprint: string
}

/** Parses public keys, strictly and in linear time; undefined for malformed ones. */
export interface PublicKeys {
  readonly ssh: (text: string) => SshPublicKey | undefined
  /** One in ASCII armour. */
  readonly pgp: (text: string) => PgpPublicKey | undefined
}

declare module '../app/forge.js' {
  interface Forge {
    readonly publicKeys: PublicKeys
  }
}
