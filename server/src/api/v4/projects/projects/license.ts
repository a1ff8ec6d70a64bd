import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { type ProjectRow, similarity } from '@forgefold/core/domains/projects/project'
import { openRepository } from '@forgefold/core/domains/projects/repository'
import * as E from 'fp-ts/lib/Either.js'
import { boolean, withDefault } from '../../../../http/index.js'
import { maybe, nothing, record, text } from '../../shape.js'
import { LICENSES } from '../templates/licenses.js'

/** The parameter that asks for the licence. */
export const license = withDefault(boolean(), false, 'With the licence that a file in the repository names')

/** The licence of a project. */
export const licenseShape = record('ProjectLicense', {
  key: text,
  name: text,
  nickname: maybe(text),
  html_url: maybe(text),
  source_url: nothing,
})

const FILE = /^(licen[sc]e|copying)(\.(md|txt|rst))?$/i
const MAX_BYTES = 64 * 1024
/** The least similarity between the text of a project and that of a licence; names and years differ. */
const ALIKE = 0.85

const OTHER = { key: 'other', name: 'Other', nickname: null, html_url: null, source_url: null }

/** In characters, four times the longest licence: longer files are none of them. */
const MAX_COMPARED_LENGTH = 4 * Math.max(...LICENSES.map(({ content }) => content.length))

const licenseOf = (content: string): object => {
  if (content.length > MAX_COMPARED_LENGTH) return OTHER
  const [best] = LICENSES.map((one) => ({ one, fit: similarity(one.content, content) })).sort((a, b) => b.fit - a.fit)
  if (best === undefined || best.fit < ALIKE) return OTHER
  const { key, name, nickname } = best.one
  return { key, name, nickname, html_url: `https://spdx.org/licenses/${key.toUpperCase()}.html`, source_url: null }
}

/** A licence and the URL of its file. */
export interface ProjectLicense {
  readonly url: string | null
  readonly license: object | null
}

/** The licence of a file on the default branch, null where there is none; undefined for callers who may not read the repository. */
export const projectLicense = async (
  forge: Forge,
  principal: Principal,
  { id, defaultBranch, fullPath }: ProjectRow,
): Promise<ProjectLicense | undefined> => {
  const opened = await openRepository(forge, { principal }, id)
  if (E.isLeft(opened)) return undefined
  const { git } = opened.right
  const head = defaultBranch === null ? undefined : await git.ref(`refs/heads/${defaultBranch}`)
  const entries = head === undefined ? undefined : await git.tree(head, '', false)
  const name = entries?.find((entry) => FILE.test(entry.path))?.path
  const file = head === undefined || name === undefined ? undefined : await git.file(head, name)
  if (file === undefined || file.size > MAX_BYTES) return { url: null, license: null }
  const chunks: Array<Uint8Array> = []
  for await (const chunk of file.content()) chunks.push(chunk)
  const content = Buffer.concat(chunks).toString('utf8')
  return {
    url: `${forge.instance.externalUrl}/${fullPath}/-/blob/${defaultBranch}/${name}`,
    license: licenseOf(content),
  }
}
