import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { textOf } from '../../../../app/long-text.js'
import { type Rejection, refuse, refused } from '../../../../kernel/index.js'
import { DOTENV_BYTES, type DotenvVariable, parseDotenv } from '../dotenv.js'

async function* wholly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The variables of a dotenv report whose bytes were written, sealed. Rejections: `Refused`. */
export const readDotenv = async (
  forge: Forge,
  { format, sha256 }: { readonly format: string; readonly sha256: string },
): Promise<E.Either<Rejection, ReadonlyArray<DotenvVariable>>> => {
  if (format !== 'gzip') return refuse(refused('Invalid file format with specified file type'))
  const content = await forge.packageFiles.get(sha256)
  const bytes = content === undefined ? undefined : await forge.gunzip(content, DOTENV_BYTES)
  if (bytes === undefined) return refuse(refused('Invalid Format'))
  if (bytes.length >= DOTENV_BYTES)
    return refuse(refused(`Dotenv Artifact Too Big. Maximum Allowable Size: ${DOTENV_BYTES}`))
  const seal = ({ key, value }: DotenvVariable) => ({ key, value: forge.secretBox.seal(value) })
  return E.map((found: ReadonlyArray<DotenvVariable>) => found.map(seal))(parseDotenv(await textOf(wholly(bytes))))
}
