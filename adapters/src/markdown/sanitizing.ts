import type sanitizeHtml from 'sanitize-html'
import type { ImageAddresses } from './image-addresses.js'

/** A proxied image keeps its original address in this attribute, which texts of users may not set. */
const rerouted = (
  { 'data-canonical-src': _, ...attribs }: sanitizeHtml.Attributes,
  { proxied }: ImageAddresses,
): sanitizeHtml.Attributes => {
  const { src } = attribs
  const other = src === undefined ? undefined : proxied(src)
  return src === undefined || other === undefined ? attribs : { ...attribs, src: other, 'data-canonical-src': src }
}

const PREFIX = 'user-content-'
/** Those of headings and footnotes; any other could be one that a page, or the browser, looks for by name. */
const OWN_IDS = /^(?:user-content-|fn-\d+$|fnref-\d+$)/

const withSafeId = (attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes => {
  const { id } = attribs
  if (id === undefined || OWN_IDS.test(id)) return attribs
  return { ...attribs, id: `${PREFIX}${id}` }
}

const HERE = 'http://here.invalid'

/** A browser reads an address by these rules, odd slashes and hidden line ends included. */
const leadsElsewhere = (href: string): boolean => !URL.canParse(href, HERE) || new URL(href, HERE).origin !== HERE

/** Links send no referrer and give the target no handle on this page (`noreferrer`, `noopener`). */
const withSafeRel = (attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes => {
  const { href } = attribs
  if (href !== undefined && leadsElsewhere(href)) return { ...attribs, rel: 'nofollow noreferrer noopener' }
  const { rel: _, ...others } = attribs
  return others
}

/** Classes that mean something in rendered text; those of the pages around it would make it look like a part of them. */
const CLASSES = [
  'anchor',
  'code',
  'footnote-backref',
  'footnote-ref',
  'footnotes',
  'gfm',
  'gfm-*',
  'highlight',
  'language-*',
  'task-list-item',
  'task-list-item-checkbox',
]
const DIAGRAMS = ['plantuml']
const INLINE_DIFFS = ['idiff', 'left', 'right', 'addition', 'deletion']

/** What may stand in rendered text: no script, no style, no event handler, no scheme that runs code, no name that a page could take for its own. */
export const allowed = (usual: ReadonlyArray<string>, pictures: ImageAddresses): sanitizeHtml.IOptions => ({
  allowedTags: [...usual, 'img', 'input', 'del', 'ins', 'details', 'summary'],
  allowedAttributes: {
    '*': ['class', 'dir', 'id', 'title', 'data-sourcepos'],
    a: [
      'href',
      'rel',
      'aria-hidden',
      'data-reference-type',
      'data-user',
      'data-group',
      'data-project',
      'data-issue',
      'data-merge-request',
      'data-iid',
    ],
    pre: ['lang'],
    img: ['src', 'alt', 'width', 'height', 'data-canonical-src', 'data-diagram'],
    input: ['type', 'class', 'disabled', 'checked'],
    td: ['align'],
    th: ['align'],
    ol: ['start'],
  },
  allowedClasses: { '*': CLASSES, img: DIAGRAMS, span: INLINE_DIFFS },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: withSafeRel(attribs) }),
    img: (tagName, attribs) => ({ tagName, attribs: rerouted(attribs, pictures) }),
    '*': (tagName, attribs) => ({ tagName, attribs: withSafeId(attribs) }),
  },
  exclusiveFilter: (frame) => frame.tag === 'input' && frame.attribs['type'] !== 'checkbox',
})
