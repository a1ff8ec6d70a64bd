import {
  type Attribute,
  boundsOf,
  ENFORCED,
  INITIAL_SETTINGS,
  type SettingName,
  type SettingValue,
  STORED_ONLY,
  settingsRequiredBy,
} from '@forgefold/core/domains/instance/settings'
import { type Html, html } from '../html.js'

/** A setting as the form shows it. */
export interface SettingField {
  readonly name: SettingName
  readonly attribute: Attribute
  /** The current value. */
  readonly value: SettingValue
  /** A refused value that was sent; undefined to show the current one. */
  readonly sent?: string | ReadonlyArray<string> | undefined
  readonly wrong: ReadonlyArray<string>
}

/** A value as text of the form's field: lists one entry per line; secrets are never shown. */
export const fieldText = ({ shape, sealed }: Attribute, value: SettingValue): string => {
  if (sealed || value === null) return ''
  if (Array.isArray(value)) return value.join('\n')
  if (shape === 'weights') return String(Object.values(value)[0] ?? '')
  return String(value)
}

/** A value as readable text: the default of a setting. */
const valueText = (value: SettingValue): string => {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, weight]) => `${name} ${weight}`)
      .join(', ')
  return value === '' ? 'blank' : String(value)
}

const isFixed = ({ fixed, answeredOnly }: Attribute): boolean => fixed || answeredOnly

const option = (value: string, label: string, chosen: boolean): Html =>
  html`<option value="${value}"${chosen ? html` selected` : ''}>${label}</option>`

const boxes = ({ name, value, sent }: SettingField, words: ReadonlyArray<string>, told: Html): Html => {
  const chosen = new Set(sent === undefined ? (Array.isArray(value) ? value.map(String) : []) : [sent].flat())
  return html`<fieldset${told}><legend><code>${name}</code></legend><input type="hidden" name="${name}[]" value="">${words.map(
    (word) =>
      html`<label class="choice"><input type="checkbox" name="${name}[]" value="${word}"${chosen.has(word) ? html` checked` : ''}><span>${word}</span></label>`,
  )}</fieldset>`
}

const textInput = ({ attribute, value }: SettingField, common: Html, text: string): Html => {
  const kept = attribute.sealed
    ? html` placeholder="${value === null || value === '' ? 'not set' : 'set; blank leaves it'}"`
    : ''
  return html`<input type="text" ${common} autocomplete="off" value="${text}"${kept}>`
}

const numberInput = ({ shape, min, max, step, nullable }: Attribute, common: Html, text: string): Html => {
  const ends = html`${min === undefined ? '' : html` min="${min}"`}${max === undefined ? '' : html` max="${max}"`}`
  return html`<input type="number" ${common} step="${step ?? (shape === 'integer' || shape === 'weights' ? 1 : 'any')}"${ends} value="${text}"${nullable ? '' : html` required`}>`
}

const control = (field: SettingField, told: Html): Html => {
  const { name, attribute, value, sent } = field
  const { shape, words, numbers, nullable, check } = attribute
  const text = typeof sent === 'string' ? sent : fieldText(attribute, value)
  const off = isFixed(attribute) ? html` disabled` : ''
  const common = html`id="${name}" name="${name}"${told}${off}`
  if (shape === 'boolean')
    return html`<label class="choice" for="${name}"><input type="hidden" name="${name}" value="false"${off}><input type="checkbox" ${common} value="true"${text === 'true' ? html` checked` : ''}><span><code>${name}</code></span></label>`
  if (shape === 'texts' && words !== undefined) return boxes(field, words, told)
  const choices = words ?? numbers?.map(String)
  if (choices !== undefined)
    return html`<select ${common}>${nullable ? option('', 'none', text === '') : ''}${choices.map((word) => option(word, word, word === text))}</select>`
  if (shape === 'texts' || shape === 'integers' || check === 'any text')
    return html`<textarea ${common} rows="${check === 'any text' ? 4 : 3}" spellcheck="false">
${text}</textarea>`
  return shape === 'text' ? textInput(field, common, text) : numberInput(attribute, common, text)
}

const effectOf = ({ name }: SettingField): Html => {
  const where = ENFORCED[name]
  return where === undefined ? html`<strong>No effect here:</strong> ${STORED_ONLY[name]}.` : html`Affects ${where}.`
}

const needsOf = ({ name, attribute: { needsRestart, fixed, answeredOnly } }: SettingField): string => {
  const requires = settingsRequiredBy(name)
  return [
    ...(requires === undefined ? [] : [`Needs ${requires.names.join(', ')}.`]),
    ...(needsRestart ? ['Takes effect at the next start.'] : []),
    ...(fixed ? ['Always so.'] : []),
    ...(answeredOnly ? ['Cannot be changed here.'] : []),
  ].join(' ')
}

/** A labelled field with the reference text of its setting, its default, its bounds and its effect. */
export const settingField = (field: SettingField): Html => {
  const { name, attribute, wrong } = field
  const about = html` aria-describedby="${name}-about${wrong.length === 0 ? '' : ` ${name}-wrong`}"${wrong.length === 0 ? '' : html` aria-invalid="true"`}`
  const isNamedInside = attribute.shape === 'boolean' || (attribute.shape === 'texts' && attribute.words !== undefined)
  const label = isNamedInside ? '' : html`<label for="${name}"><code>${name}</code></label>`
  const bounds = boundsOf(attribute)
  return html`<div class="setting">${label}${control(field, about)}
${wrong.length === 0 ? '' : html`<p class="wrong" id="${name}-wrong">${wrong.join(', ')}</p>`}
<p class="hint" id="${name}-about">${attribute.summary} ${needsOf(field)} At first: ${valueText(INITIAL_SETTINGS[name])}${bounds.length === 0 ? '' : `; ${bounds.join('; ')}`}. ${effectOf(field)}</p></div>`
}
