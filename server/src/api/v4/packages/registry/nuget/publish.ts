import {
  authorizePublication,
  findNugetVersion,
  normalisedNugetVersion,
  publishFile,
} from '@forgefold/core/domains/packages/package'
import { type Rejection, refuse, refused } from '@forgefold/core/kernel'
import type { BlobDigest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Context } from '../../../../../http/index.js'
import { callerOf } from '../../../path-ids.js'
import { keepFormFile } from '../file-transfer.js'
import { type Nuspec, nuspecIn } from './nuspec.js'

/** What is pushed: a package, or its symbols. */
export type Pushed = 'package' | 'symbols'

const ENDINGS: Readonly<Record<Pushed, string>> = { package: '.nupkg', symbols: '.snupkg' }

interface Received {
  readonly digest: BlobDigest
  readonly nuspec: Nuspec
}

const received = async (context: Context, pushed: Pushed): Promise<E.Either<Rejection, Received>> => {
  const kept = await keepFormFile(context, 'nuget', 'package')
  if (E.isLeft(kept)) return kept
  const digest = kept.right
  const nuspec = await nuspecIn(() => context.forge.packageFiles.get(digest.sha256))
  if (nuspec === undefined) return refuse(refused('package is no archive of a NuGet package'))
  if (nuspec.isSymbols !== (pushed === 'symbols'))
    return refuse(refused(nuspec.isSymbols ? 'package holds symbols' : 'package holds no symbols'))
  return E.right({ digest, nuspec })
}

/**
 * Publishes a package or its symbols, by the id and version in its manifest. Rejections: as `authorizePublication` and `publishFile`;
 * `Refused` where it is no package; `NotFound` (Package) for symbols of a missing version.
 */
export const publishNuget = async (
  context: Context,
  project: string,
  pushed: Pushed,
): Promise<E.Either<Rejection, void>> => {
  const { forge } = context
  const read = await received(context, pushed)
  if (E.isLeft(read)) return read
  const { digest, nuspec } = read.right
  const { id: name, version, document } = nuspec
  const caller = callerOf(context)
  const fileName = `${name}.${normalisedNugetVersion(version)}${ENDINGS[pushed]}`.toLowerCase()
  const authorized = authorizePublication(forge, caller, { project, type: 'nuget', name, version, fileName })
  if (E.isLeft(authorized)) return authorized
  const known = pushed === 'symbols' ? findNugetVersion(forge, caller, { project, name, version }) : undefined
  if (known !== undefined && E.isLeft(known)) return known
  const published = await publishFile(forge, caller, {
    authorized: authorized.right,
    file: { name: fileName, digest },
    ...(pushed === 'symbols' ? {} : { document, documentIsOfFile: true }),
  })
  return E.isLeft(published) ? published : E.right(undefined)
}
