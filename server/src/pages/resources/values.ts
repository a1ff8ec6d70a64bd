import { type Html, html } from '../html.js'
import type { Json } from './kind.js'

/** The context for links: the external URL, and the project or group of the page. */
export interface LinkContext {
  readonly externalUrl: string
  readonly owner: string
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields that hold commit ids, and fields that hold ref names. */
const COMMIT_FIELDS = new Set(['sha', 'parent_ids', 'last_commit_id', 'target', 'merge_commit_sha'])
const REF_FIELDS = new Set(['ref', 'source_branch', 'target_branch', 'default_branch'])

const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})[\d:.]*(Z|[+-]\d{2}:\d{2})$/

/** The path of a page, each segment encoded for a URL. */
export const pathTo = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** The local path of an address of this server; undefined for any other address. */
const localPath = (url: unknown, { externalUrl }: LinkContext): string | undefined => {
  if (typeof url !== 'string') return undefined
  if (url.startsWith(`${externalUrl}/`)) return url.slice(externalUrl.length)
  return /^\/(?!\/)/.test(url) ? url : undefined
}

/** The local path of an entry's `web_url`. */
export const ownPage = (entry: Json, around: LinkContext): string | undefined => {
  const links = entry['_links']
  return localPath(entry['web_url'], around) ?? (isObject(links) ? localPath(links['web_path'], around) : undefined)
}

const NAMES = ['name', 'title', 'username', 'full_path', 'short_id'] as const

/** The name of an object in the text of another. */
const calledOf = (value: Json): string => {
  for (const field of NAMES) if (typeof value[field] === 'string' && value[field] !== '') return value[field]
  if (value['id'] === undefined) return JSON.stringify(value)
  const status = value['status']
  return `#${value['id']}${typeof status === 'string' ? ` (${status})` : ''}`
}

const linked = (to: string | undefined, text: Html | string): Html =>
  to === undefined ? html`${text}` : html`<a href="${to}">${text}</a>`

const ofObject = (field: string, value: Json, around: LinkContext): Html => {
  const environment = field === 'environment' ? `/${around.owner}/-/environments/${value['id']}` : undefined
  return linked(ownPage(value, around) ?? environment, calledOf(value))
}

const ofText = (field: string, value: string, around: LinkContext): Html => {
  const [, day, time, zone] = MOMENT.exec(value) ?? []
  if (day !== undefined) return html`<time datetime="${value}">${day}, ${time} ${zone === 'Z' ? 'UTC' : zone}</time>`
  if (COMMIT_FIELDS.has(field)) return linked(`/${around.owner}/-/commit/${value}`, html`<code>${value}</code>`)
  if (REF_FIELDS.has(field) && !value.startsWith('refs/'))
    return linked(`/${around.owner}/-/tree/${pathTo(value)}`, html`<code>${value}</code>`)
  if (/(_id|sha\d*|^id)$/.test(field)) return html`<code>${value}</code>`
  return html`${value}`
}

/** A value of the API's JSON as readable HTML; undefined if there is nothing to show. */
export const shown = (field: string, value: unknown, around: LinkContext): Html | undefined => {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'boolean') return html`${value ? 'yes' : 'no'}`
  if (typeof value === 'number') return html`${value}`
  if (typeof value === 'string') return ofText(field, value, around)
  if (!Array.isArray(value)) return ofObject(field, value as Json, around)
  const parts = value.flatMap((one) => shown(field, one, around) ?? [])
  return parts.length === 0 ? undefined : html`${parts.map((one, index) => html`${index === 0 ? '' : ', '}${one}`)}`
}

/** `created_at` as readable text: Created at. */
export const labelOf = (field: string): string => {
  const words = field.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
