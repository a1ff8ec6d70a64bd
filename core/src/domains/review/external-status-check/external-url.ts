import type { Forge } from '../../../app/forge.js'
import { blankOrTooLong } from '../../../kernel/index.js'
import { urlError } from '../../instance/settings/rules/urls.js'
import type { ExternalStatusCheckRow } from './queries.js'

/** The URL of a check, decrypted; empty where the key of this instance is another one. */
export const externalUrlOf = (
  { secretBox }: Pick<Forge, 'secretBox'>,
  { externalUrl }: Pick<ExternalStatusCheckRow, 'externalUrl'>,
): string => secretBox.open(externalUrl) ?? ''

/** The URL without what may be secret: user name, password, query and fragment. */
export const urlWithoutSecrets = (url: string): string =>
  url.replace(/[?#].*$/s, '').replace(/^(https?:\/\/)[^/]*@/i, '$1')

/** What is wrong with the URL of a check of a project; `exceptId` is the check that has it now. Two that are made at the same moment may share one. */
export const externalUrlErrors = (
  forge: Forge,
  projectId: number,
  url: string,
  exceptId?: number,
): ReadonlyArray<string> => {
  const length = blankOrTooLong(url)
  if (length.length > 0) return length.map((text) => `External url ${text}`)
  const others = forge.read.externalStatusChecks.ofProject(projectId).filter(({ id }) => id !== exceptId)
  const taken = others.some((row) => externalUrlOf(forge, row) === url) ? ['has already been taken'] : []
  const error = urlError(url, ['http', 'https'])
  return [...taken, ...(error === undefined ? [] : [error])].map((text) => `External url ${text}`)
}
