import { type Fields, instant, integer, maybe, record, type Shape, text } from '../../shape.js'

const sshKeyFields: Fields = {
  id: integer,
  title: text,
  created_at: instant,
  expires_at: maybe(instant),
  key: text,
  usage_type: text,
}

/** An SSH key of a user. */
export const sshKeyShape: Shape = record('SshKey', sshKeyFields)

/** An OpenPGP key of a user. */
export const gpgKeyShape: Shape = record('GpgKey', { id: integer, key: text, created_at: instant })
