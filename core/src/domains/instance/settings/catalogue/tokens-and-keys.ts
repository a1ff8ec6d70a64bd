import { choice, coerced, count, flag, optionalCount, premium, text, ultimate } from './builders.js'

/** Tokens, keys and applications of users. */
export const tokensAndKeys = {
  personal_access_token_prefix: text('Put before every new personal access token.', {
    maxLength: 20,
    check: 'token prefix',
  }),
  max_personal_access_token_lifetime: optionalCount(
    'The longest life of a personal access token; null has no limit.',
    ultimate,
    coerced,
    {
      above: 0,
      max: 365,
      unit: 'days',
    },
  ),
  max_ssh_key_lifetime: optionalCount('The longest life of an SSH key; null has no limit.', ultimate, coerced, {
    above: 0,
    max: 365,
    unit: 'days',
  }),
  user_oauth_applications: flag('Users may register OAuth applications of their own.', coerced),
  user_show_add_ssh_key_message: flag('Users without an SSH key are reminded to add one.', coerced),
  git_two_factor_session_expiry: count('How long a Git session over SSH stays open after the second factor.', premium, {
    min: 1,
    max: 10080,
    unit: 'minutes',
  }),
  authorized_keys_enabled: flag('SSH keys are also written to the file of authorised keys.', coerced),
}

const key = (type: string, sizes: ReadonlyArray<number>, ...notes: Parameters<typeof choice>[2][]) =>
  choice([0, ...sizes, -1], `The least size of ${type} keys; 0 takes any, -1 takes none.`, { unit: 'bits' }, ...notes)

/** Which SSH keys are accepted. */
export const sshKeys = {
  rsa_key_restriction: key('RSA', [1024, 2048, 3072, 4096]),
  dsa_key_restriction: key('DSA', [1024, 2048, 3072]),
  ecdsa_key_restriction: key('ECDSA', [256, 384, 521]),
  ecdsa_sk_key_restriction: key('ECDSA security', [256]),
  ed25519_key_restriction: key('Ed25519', [256]),
  ed25519_sk_key_restriction: key('Ed25519 security', [256]),
}
