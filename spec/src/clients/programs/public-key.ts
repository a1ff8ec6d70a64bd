/** An SSH key of fixed bytes; its private half does not exist. */
export const sshKey = (fill: number): string => {
  const part = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const key = Buffer.concat([part(Buffer.from('ssh-ed25519')), part(Buffer.alloc(32, fill))])
  return `ssh-ed25519 ${key.toString('base64')}`
}

/** The same of OpenPGP: a packet of a public key, which is all that is read. */
export const gpgKey = (fill: number): string => {
  const body = Buffer.concat([Buffer.from([0x98, 40, 4]), Buffer.alloc(39, fill)]).toString('base64')
  return `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${body}\n-----END PGP PUBLIC KEY BLOCK-----`
}
