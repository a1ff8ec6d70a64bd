import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { ok, type Route, reject } from '../../../../http/index.js'
import { signingKeyId } from './armoured-signature.js'
import { AREA, COMMIT, commitId, sha } from './commit-path.js'
import { repositoryRoute } from './repository-route.js'
import { commitSignatureShape } from './shape.js'

const SOURCE = { commit_source: 'gitaly' }

/** The keys of signers are not known, so no signature is ever verified (docs/reference/behaviour/git.md#signatures-of-commits). */
const presentSignature = (armour: string) => {
  if (armour.startsWith('-----BEGIN SSH'))
    return { signature_type: 'SSH', verification_status: 'unknown_key', key: null, ...SOURCE }
  if (armour.startsWith('-----BEGIN SIGNED'))
    return { signature_type: 'X509', verification_status: 'unverified', x509_certificate: null, ...SOURCE }
  return {
    signature_type: 'PGP',
    verification_status: 'unknown_key',
    gpg_key_id: null,
    gpg_key_primary_keyid: signingKeyId(armour),
    gpg_key_user_name: null,
    gpg_key_user_email: null,
    gpg_key_subkey_id: null,
    ...SOURCE,
  }
}

const read = repositoryRoute({
  path: `${COMMIT}/signature`,
  area: AREA,
  summary: 'Read the signature of a commit',
  params: { sha },
  success: { status: 200, description: 'The signature', schemaFor: commitSignatureShape },
  answer: async (opened, params) => {
    const id = await commitId(opened, params.sha)
    if (E.isLeft(id)) return id
    const armour = await opened.git.commitSignature(id.right)
    return armour === undefined ? reject(notFound('Signature')) : ok(presentSignature(armour))
  },
})

/** Signatures of commits. */
export const commitSignatureRoutes: ReadonlyArray<Route> = [read]
