import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const COMMITS = '/api/v4/projects/1/repository/commits'
const PGP = `-----BEGIN PGP SIGNATURE-----

iHUEABYIAB0WIQS0LzyyWqunvS/JZuVCglCPKtnOOgUCawMzQQAKCRBCglCPKtnO
Or61AQCf+FYzLm//usTJjKm8jfoWHukOFhHOv4z2zaCUL9wUigD/ccpeiFYwU6i2
xEKsFslx/aRKRcUUMJABb8OeRssOdAc=
=hRh6
-----END PGP SIGNATURE-----`
const armour = (kind: string) => `-----BEGIN ${kind}-----\nc2lnbmVk\n-----END ${kind}-----`
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

let world: TestInstance
let data: string
let repository: string

const git = (args: ReadonlyArray<string>, input = ''): string =>
  execFileSync(programs.find('git') ?? 'git', [...args], {
    input,
    env: { ...process.env, GIT_DIR: repository },
    encoding: 'utf8',
  }).trim()

/** A commit whose header holds the signature, made as git itself would make it. */
const commitWith = (signature: string): string => {
  const who = 'Dev <dev@example.com> 1661169600 +0000'
  const signed = `gpgsig ${signature.replaceAll('\n', '\n ')}\n`
  const text = `tree ${EMPTY_TREE}\nauthor ${who}\ncommitter ${who}\n${signed}\nA subject\n\ngpgsig of no meaning\n`
  return git(['hash-object', '-w', '-t', 'commit', '--stdin'], text)
}

const signatureOf = async (sha: string) => {
  const { status, json } = await world.ask('GET', `${COMMITS}/${sha}/signature`, { as: world.root })
  return [status, json]
}

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'forgefold-signatures-'))
  world = await openTestInstance({ release: '15.7', more: { data } })
  const json = { name: 'p', initialize_with_readme: true, default_branch: 'main' }
  await world.ask('POST', '/api/v4/projects', { as: world.root, json })
  const files = await readdir(data, { recursive: true })
  repository = join(data, files.find((file) => file.endsWith('.git/HEAD'))?.replace(/HEAD$/, '') ?? '')
})
afterAll(async () => {
  await world.close()
  await rm(data, { recursive: true, force: true })
})

describe('the signature of a commit', () => {
  it('is not found where there is none', async () => {
    expect(await signatureOf('main')).toEqual([404, { message: '404 Signature Not Found' }])
    expect(await signatureOf('nowhere')).toEqual([404, { message: '404 Commit Not Found' }])
  })

  it('names the key of OpenPGP', async () => {
    expect(await signatureOf(commitWith(PGP))).toEqual([
      200,
      {
        signature_type: 'PGP',
        verification_status: 'unknown_key',
        gpg_key_id: null,
        gpg_key_primary_keyid: '4282508F2AD9CE3A',
        gpg_key_user_name: null,
        gpg_key_user_email: null,
        gpg_key_subkey_id: null,
        commit_source: 'gitaly',
      },
    ])
  })

  it.each([
    ['SSH SIGNATURE', { signature_type: 'SSH', verification_status: 'unknown_key', key: null }],
    ['SIGNED MESSAGE', { signature_type: 'X509', verification_status: 'unverified', x509_certificate: null }],
    ['PGP SIGNATURE', { signature_type: 'PGP', gpg_key_primary_keyid: null }],
  ])('of the kind %s', async (kind, shown) => {
    expect(await signatureOf(commitWith(armour(kind)))).toMatchObject([200, shown])
  })
})

/** A tag whose message ends with the signature, made as git itself would make it. */
const tagWith = (name: string, signature: string): string => {
  const tag = `object ${git(['rev-parse', 'main'])}\ntype commit\ntag ${name}\n`
  const text = `${tag}tagger Dev <dev@example.com> 1661169600 +0000\n\nA message\n${signature}\n`
  git(['update-ref', `refs/tags/${name}`, git(['hash-object', '-w', '-t', 'tag', '--stdin'], text)])
  return name
}

describe('the signature of a tag', () => {
  const of = async (name: string) => {
    const path = `/api/v4/projects/1/repository/tags/${name}/signature`
    const { status, json } = await world.ask('GET', path, { as: world.root })
    return [status, json]
  }

  it('is not found where there is none', async () => {
    git(['tag', 'light', 'main'])
    expect(await of('light')).toEqual([404, { message: '404 Signature Not Found' }])
    expect(await of(tagWith('plain', ''))).toEqual([404, { message: '404 Signature Not Found' }])
    expect(await of('nowhere')).toEqual([404, { message: '404 Tag Not Found' }])
  })

  it.each([
    ['SIGNED MESSAGE', { signature_type: 'X509', verification_status: 'unverified', x509_certificate: null }],
    ['SSH SIGNATURE', { signature_type: 'SSH' }],
    ['PGP SIGNATURE', { signature_type: 'PGP' }],
  ])('of the kind %s', async (kind, shown) => {
    const name = tagWith(kind.toLowerCase().replace(' ', '-'), armour(kind))
    expect(await of(name)).toEqual([200, shown])
    const tag = await world.ask('GET', `/api/v4/projects/1/repository/tags/${name}`, { as: world.root })
    expect(tag.json).toMatchObject({ message: 'A message' })
  })
})
