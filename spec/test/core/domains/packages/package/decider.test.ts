import { DEPLOY_SCOPES } from '@forgefold/core/access'
import { type DistributionTagCommand, distributionTag } from '@forgefold/core/domains/packages/distribution-tag'
import {
  type NewFile,
  PACKAGE_STATUSES,
  PACKAGE_TYPES,
  type PackageCommand,
  type PackageEvent,
  packageAggregate,
} from '@forgefold/core/domains/packages/package'
import { type DeployTokenCommand, deployToken } from '@forgefold/core/domains/projects/deploy-token'
import type { Instant } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runCases } from '../../../../run-cases.js'

type Of<Type extends PackageCommand['type']> = Extract<PackageCommand, { readonly type: Type }>

const file = (fileId: number, name = 'a.bin', packageReference: string | null = null): NewFile => ({
  fileId,
  name,
  size: 1,
  sha256: 'a',
  sha1: 'b',
  md5: 'c',
  pipelineId: null,
  packageReference,
})

const publish: Of<'Publish'> = {
  type: 'Publish',
  projectId: 1,
  packageType: 'generic',
  name: 'thing',
  version: '1.0',
  conan: null,
  scopeId: null,
  status: 'default',
  creatorId: 7,
  pipelineId: null,
  file: null,
  metadata: null,
}

const { type: _, packageType, file: _file, metadata: _metadata, ...rest } = publish
const published: PackageEvent = { type: 'PackagePublished', data: { ...rest, type: packageType } }
const doomed: PackageEvent = { type: 'PackageStatusChanged', data: { status: 'pending_destruction' } }
const added = (...of: Parameters<typeof file>): PackageEvent => ({ type: 'PackageFileAdded', data: file(...of) })

describe('a package', () => {
  const fresh = scenario(packageAggregate)
  const live = fresh.given(published)

  test('comes with its first file and its document at once', () => {
    const metadata = { metadata: { a: 1 }, blob: null }
    fresh
      .when({ ...publish, file: file(1), metadata })
      .then(published, added(1), { type: 'PackageMetadataSet', data: metadata })
    live.when(publish).thenRefused('Conflict')
  })

  test('takes a second file of a name as its kind does', () => {
    const one = live.given(added(1))
    one.when({ type: 'AddFile', sameName: 'keep', ...file(2) }).then(added(2))
    one
      .when({ type: 'AddFile', sameName: 'replace', ...file(2) })
      .then({ type: 'PackageFileDeleted', data: { fileId: 1 } }, added(2))
    one.when({ type: 'AddFile', sameName: 'refuse', ...file(2) }).thenRefused('Invalid')
    one.when({ type: 'AddFile', sameName: 'refuse', ...file(1) }).thenNothing()
  })

  test('holds files of one name apart that belong to different builds', () => {
    const built = live.given(added(1), added(2, 'a.bin', 'build'))
    built.when({ type: 'AddFile', sameName: 'refuse', ...file(3, 'a.bin', 'other') }).then(added(3, 'a.bin', 'other'))
    built
      .when({ type: 'AddFile', sameName: 'replace', ...file(3, 'a.bin', 'build') })
      .then({ type: 'PackageFileDeleted', data: { fileId: 2 } }, added(3, 'a.bin', 'build'))
    built.when({ type: 'AddFile', sameName: 'refuse', ...file(3, 'a.bin', 'build') }).thenRefused('Invalid')
  })

  test('waits for its destruction as if it were gone, then ends', () => {
    live.when({ type: 'Delete' }).thenRefused('Unprocessable')
    const going = live.given(added(1), doomed)
    going.when({ type: 'AddFile', sameName: 'keep', ...file(2) }).thenRefused('RecordNotFound')
    going.when({ type: 'DeleteFile', fileId: 1 }).thenRefused('RecordNotFound')
    going.when({ type: 'ChangeStatus', status: 'default' }).thenRefused('Unprocessable')
    going.when({ type: 'Delete' }).then({ type: 'PackageDeleted', data: {} })
    going.given({ type: 'PackageDeleted', data: {} }).when({ type: 'Delete' }).thenNothing()
  })

  test('remembers what it was called after its end, so that its names can be given back', () => {
    const { projectId, name, version, conan, scopeId } = publish
    expect(live.given(doomed, { type: 'PackageDeleted', data: {} }).state()).toEqual({
      kind: 'deleted',
      projectId,
      type: packageType,
      name,
      version,
      conan,
      scopeId,
    })
  })
})

const fileNames = fc.constantFrom('a.bin', 'b.bin', '..', 'a/b', '')
const newFile = fc.record({
  fileId: fc.integer({ min: 1, max: 5 }),
  name: fileNames,
  size: fc.nat(),
  sha256: fc.constant('a'),
  sha1: fc.constant('b'),
  md5: fc.constant('c'),
  pipelineId: fc.option(fc.integer({ min: 1, max: 3 })),
  packageReference: fc.option(fc.constantFrom('build', 'other')),
})
const metadata = fc.record({
  metadata: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()),
  blob: fc.option(fc.constant('a')),
})
const status = fc.constantFrom(...PACKAGE_STATUSES)
const owner = fc.option(fc.record({ username: fc.constantFrom('me', '-'), channel: fc.constant('stable') }))
const identity = {
  projectId: fc.constant(1),
  name: fc.constantFrom('thing', '@a/b', '../x', ''),
  version: fc.option(fc.constantFrom('1.0', '1.0.0', 'x y')),
  conan: owner,
  scopeId: fc.option(fc.constant(1)),
  status,
  creatorId: fc.option(fc.constant(7)),
  pipelineId: fc.option(fc.integer({ min: 1, max: 3 })),
}
const type = fc.constantFrom(...PACKAGE_TYPES)

const packageCommands: fc.Arbitrary<PackageCommand> = fc.oneof(
  fc.record({
    ...identity,
    type: fc.constant('Publish' as const),
    packageType: type,
    file: fc.option(newFile),
    metadata: fc.option(metadata),
  }),
  fc
    .tuple(newFile, fc.constantFrom('keep' as const, 'replace' as const, 'refuse' as const))
    .map(([one, sameName]) => ({ type: 'AddFile' as const, sameName, ...one })),
  fc.integer({ min: 1, max: 5 }).map((fileId) => ({ type: 'DeleteFile' as const, fileId })),
  status.map((one) => ({ type: 'ChangeStatus' as const, status: one })),
  fc.integer({ min: 1, max: 3 }).map((pipelineId) => ({ type: 'NoteBuild' as const, pipelineId })),
  metadata.map((one) => ({ type: 'SetMetadata' as const, ...one })),
  fc.constant({ type: 'Delete' as const }),
)

runCases(
  'the laws of a package',
  aggregateCases({
    aggregate: packageAggregate,
    commands: packageCommands,
  }),
)

test('no two files of a package or a build of it share a name where the kind refuses it, whatever is asked', () => {
  const refusing = packageCommands.map((command) =>
    command.type === 'AddFile' ? { ...command, sameName: 'refuse' as const } : command,
  )
  fc.assert(
    fc.property(fc.array(refusing, { maxLength: 30 }), (commands) => {
      let now = packageAggregate.initial
      for (const command of [publish, ...commands]) {
        const decided = packageAggregate.decide(command)(now)
        if (decided._tag === 'Right') for (const event of decided.right) now = packageAggregate.evolve(now, event)
        if (now.kind !== 'live') continue
        const names = now.files.map((one) => one.name)
        const places = now.files.map((one) => `${one.packageReference} ${one.name}`)
        expect(new Set(places).size).toBe(places.length)
        expect(names.every((name) => name !== '..' && !name.includes('/'))).toBe(true)
      }
    }),
  )
})

const tags = fc.constantFrom('latest', 'beta', '1.0', '')
const tagCommands: fc.Arbitrary<DistributionTagCommand> = fc.oneof(
  fc.record({
    type: fc.constant('Set' as const),
    tag: tags,
    packageId: fc.integer({ min: 1, max: 3 }),
    tagId: fc.integer({ min: 1, max: 9 }),
  }),
  tags.map((tag) => ({ type: 'Remove' as const, tag })),
)

describe('distribution tags', () => {
  runCases('their laws', aggregateCases({ aggregate: distributionTag, commands: tagCommands }))

  test('a tag that moves keeps its number, and is never taken for a version', () => {
    const one = scenario(distributionTag).given({ type: 'TagSet', data: { tag: 'latest', packageId: 1, tagId: 4 } })
    one
      .when({ type: 'Set', tag: 'latest', packageId: 2, tagId: 9 })
      .then({ type: 'TagSet', data: { tag: 'latest', packageId: 2, tagId: 4 } })
    one.when({ type: 'Set', tag: 'v1.2', packageId: 2, tagId: 9 }).thenRefused('Invalid')
    one.when({ type: 'Remove', tag: 'beta' }).thenRefused('NotFound')
  })
})

const tokenData = fc.record({
  projectId: fc.option(fc.nat(3)),
  groupId: fc.option(fc.nat(3)),
  name: fc.constantFrom('machine', ' '),
  username: fc.constantFrom('deploy-token-1', 'a b'),
  scopes: fc.subarray([...DEPLOY_SCOPES]),
  expiresAt: fc.option(fc.constant('2022-01-01T00:00:00.000Z' as Instant)),
  digest: fc.constant('d'),
})
const tokenCommands: fc.Arbitrary<DeployTokenCommand> = fc.oneof(
  tokenData.map((data) => ({ type: 'Create' as const, ...data })),
  fc.constant({ type: 'Revoke' as const }),
)

runCases('the laws of a deploy token', aggregateCases({ aggregate: deployToken, commands: tokenCommands }))
