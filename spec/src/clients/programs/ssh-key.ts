/** A public key of fixed bytes; its private half does not exist. */
export const sshKey = (fill: number): string => {
  const part = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const key = Buffer.concat([part(Buffer.from('ssh-ed25519')), part(Buffer.alloc(32, fill))])
  return `ssh-ed25519 ${key.toString('base64')}`
}
