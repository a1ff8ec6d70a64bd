import type MarkdownIt from 'markdown-it'

/** Code in fences and indented code, marked for whatever highlights it, with the language that the fence names. */
export const codeBlocks = (parser: MarkdownIt): void => {
  const { escapeHtml, unescapeAll } = parser.utils
  parser.renderer.rules['fence'] = (tokens, index) => {
    const token = tokens[index]
    const [language = ''] = unescapeAll(token?.info ?? '')
      .trim()
      .split(/\s+/)
    const name = escapeHtml(language)
    const inside = `<code${language === '' ? '' : ` class="language-${name}"`}>${escapeHtml(token?.content ?? '')}</code>`
    return `<pre class="code highlight"${language === '' ? '' : ` lang="${name}"`}>${inside}</pre>\n`
  }
  parser.renderer.rules['code_block'] = (tokens, index) =>
    `<pre class="code highlight"><code>${escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`
}
