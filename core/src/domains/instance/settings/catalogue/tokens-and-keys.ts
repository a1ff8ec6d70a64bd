import { choice, coerced, count, flagOn, optionalCount, premium, textFrom, ultimate } from './builders.js'

/** Tokens, keys and applications of users. */
export const tokensAndKeys = {
  personal_access_token_prefix: textFrom('glpat-', 'Put before every new personal access token.', {
    maxLength: 20,
    check: 'token prefix',
  }),
  max_personal_access_token_lifetime: optionalCount(
    null,
    'The longest life of a personal access token; null has no limit.',
    ultimate,
    coerced,
    {
      above: 0,
      max: 365,
      unit: 'days',
    },
  ),
  max_ssh_key_lifetime: optionalCount(null, 'The longest life of an SSH key; null has no limit.', ultimate, coerced, {
    above: 0,
    max: 365,
    unit: 'days',
  }),
  user_oauth_applications: flagOn('Users may register OAuth applications of their own.', coerced),
  user_show_add_ssh_key_message: flagOn('Users without an SSH key are reminded to add one.', coerced),
  git_two_factor_session_expiry: count(
    15,
    'How long a Git session over SSH stays open after the second factor.',
    premium,
    { min: 1, max: 10080, unit: 'minutes' },
  ),
  authorized_keys_enabled: flagOn('SSH keys are also written to the file of authorised keys.', coerced),
}

const key = (type: string, sizes: ReadonlyArray<number>, ...notes: Parameters<typeof choice>[3][]) =>
  choice(
    0,
    [0, ...sizes, -1],
    `The least size of ${type} keys; 0 takes any, -1 takes none.`,
    { unit: 'bits' },
    ...notes,
  )

/** Which SSH keys are accepted. */
export const sshKeys = {
  rsa_key_restriction: key('RSA', [1024, 2048, 3072, 4096]),
  dsa_key_restriction: key('DSA', [1024, 2048, 3072]),
  ecdsa_key_restriction: key('ECDSA', [256, 384, 521]),
  ecdsa_sk_key_restriction: key('ECDSA security', [256]),
  ed25519_key_restriction: key('Ed25519', [256]),
  ed25519_sk_key_restriction: key('Ed25519 security', [256]),
}
