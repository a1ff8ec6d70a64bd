import { makePublicKeys } from '@forgefold/adapters/crypto'
import { PUBLIC_KEYS } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const keys = makePublicKeys()
const { rsa, ed25519, ecdsa, pgp } = PUBLIC_KEYS

describe('SSH keys', () => {
  it.each([
    ['RSA', rsa, 'ssh-rsa', 2048],
    ['Ed25519', ed25519, 'ssh-ed25519', 256],
    ['ECDSA', ecdsa, 'ecdsa-sha2-nistp384', 384],
  ])('of %s have the type, size and fingerprint that ssh-keygen shows', (_, { text, sha256 }, type, bits) => {
    expect(keys.ssh(text)).toMatchObject({ type, bits, sha256 })
    expect(keys.ssh(`  ${text}\n`)).toMatchObject({ sha256 })
  })
  it('have an MD5 fingerprint in pairs of digits', () => {
    expect(keys.ssh(ed25519.text)?.md5).toBe(ed25519.md5)
  })

  const [type = '', body = ''] = rsa.text.split(' ')
  it.each([
    ['nothing', ''],
    ['a type alone', type],
    ['a type that the key is not of', `ssh-ed25519 ${body}`],
    ['a name of every object', `constructor ${body}`],
    ['two lines', `${rsa.text}\n${ed25519.text}`],
    ['letters beyond base64', `${type} ${body.replace('A', '*')}`],
    ['a key cut short', `${type} ${body.slice(0, -8)}`],
    [
      'something behind the key',
      `${type} ${Buffer.concat([Buffer.from(body, 'base64'), Buffer.alloc(3)]).toString('base64')}`,
    ],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
  ])('are not read from %s', (_, text) => {
    expect(keys.ssh(text)).toBeUndefined()
  })
  it('are read or not, whatever the text', () => {
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
        const read = keys.ssh(`${type} ${body.slice(0, at)}${letter}${body.slice(at + 1)}`)
        expect(read === undefined || read.sha256 !== rsa.sha256 || letter === body[at]).toBe(true)
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => keys.ssh(text) === undefined))
  })
})

describe('OpenPGP keys', () => {
  it('have the fingerprint that gpg shows', () => {
    expect(keys.pgp(pgp.text)).toEqual({ fingerprint: pgp.fingerprint })
    expect(keys.pgp(pgp.text.replaceAll('\n', '\r\n'))).toEqual({ fingerprint: pgp.fingerprint })
  })
  it.each([
    ['nothing', ''],
    ['an SSH key', rsa.text],
    ['armour without an end', pgp.text.slice(0, -10)],
    ['armour around nothing', pgp.text.replace(/\n\n[\s\S]*\n-----END/, '\n\n\n-----END')],
    ['a private key', pgp.text.replaceAll('PUBLIC', 'PRIVATE')],
    ['another packet', pgp.text.replace('mDME', 'tDME')],
  ])('are not read from %s', (_, text) => {
    expect(keys.pgp(text)).toBeUndefined()
  })
  it('are read or not, whatever is in the armour', () => {
    fc.assert(
      fc.property(fc.base64String(), (text) => {
        const inside = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${text}\n-----END PGP PUBLIC KEY BLOCK-----`
        const read = keys.pgp(inside)
        expect(read === undefined || /^[0-9A-F]{40}$/.test(read.fingerprint)).toBe(true)
      }),
    )
  })
})
