import { notFound } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { ok, type Route, reject } from '../../../../http/index.js'
import { signingKeyId } from './armoured-signature.js'
import { AREA, COMMIT, commitId, sha } from './commit-path.js'
import { repositoryRoute } from './repository-route.js'
import { commitSignatureShape, tagSignatureShape } from './shape.js'
import { findTag, TAG, tagName } from './tags.js'

const SOURCE = { commit_source: 'gitaly' }
const X509 = { signature_type: 'X509', verification_status: 'unverified', x509_certificate: null }

const isX509 = (armour: string): boolean => armour.startsWith('-----BEGIN SIGNED')

/** The keys of signers are not known, so no signature is ever verified (docs/reference/behaviour/git.md#signatures). */
const presentCommitSignature = (armour: string) => {
  if (armour.startsWith('-----BEGIN SSH'))
    return { signature_type: 'SSH', verification_status: 'unknown_key', key: null, ...SOURCE }
  if (isX509(armour)) return { ...X509, ...SOURCE }
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

/** Only signatures of X.509 are shown further. */
const presentTagSignature = (armour: string) => {
  if (isX509(armour)) return X509
  return { signature_type: armour.startsWith('-----BEGIN SSH') ? 'SSH' : 'PGP' }
}

const ofCommit = repositoryRoute({
  path: `${COMMIT}/signature`,
  area: AREA,
  summary: 'Read the signature of a commit',
  params: { sha },
  success: { status: 200, description: 'The signature', schemaFor: commitSignatureShape },
  answer: async (opened, params) => {
    const id = await commitId(opened, params.sha)
    if (E.isLeft(id)) return id
    const armour = await opened.git.commitSignature(id.right)
    return armour === undefined ? reject(notFound('Signature')) : ok(presentCommitSignature(armour))
  },
})

const ofTag = repositoryRoute({
  path: `${TAG}/signature`,
  area: 'Tags',
  summary: 'Read the signature of a tag',
  ...lifespanOf('tags.signature'),
  params: { tag_name: tagName },
  success: { status: 200, description: 'The signature', schemaFor: tagSignatureShape },
  answer: async (opened, params) => {
    const tag = await findTag(opened, params.tag_name)
    if (tag === undefined) return reject(notFound('Tag'))
    const armour = tag.object?.signature
    return armour === undefined ? reject(notFound('Signature')) : ok(presentTagSignature(armour))
  },
})

/** Signatures of commits and tags. */
export const signatureRoutes: ReadonlyArray<Route> = [ofCommit, ofTag]
