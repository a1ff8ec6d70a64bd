import type { LicenseTemplate } from './template.js'

const FREEDOMS = ['commercial-use', 'modifications', 'distribution', 'private-use']
const NO_CLAIMS = ['liability', 'warranty']

const paragraphs = (...all: ReadonlyArray<string>): string => `${all.join('\n\n')}\n`

const COPYRIGHT = 'Copyright (c) [year] [fullname]'

const REDISTRIBUTION =
  'Redistribution and use in source and binary forms, with or without\nmodification, are permitted provided that the following conditions are met:'

const KEEP_IN_SOURCE =
  '1. Redistributions of source code must retain the above copyright notice, this\n   list of conditions and the following disclaimer.'

const KEEP_IN_BINARIES =
  '2. Redistributions in binary form must reproduce the above copyright notice,\n   this list of conditions and the following disclaimer in the documentation\n   and/or other materials provided with the distribution.'

const NO_ENDORSEMENT =
  '3. Neither the name of the copyright holder nor the names of its\n   contributors may be used to endorse or promote products derived from\n   this software without specific prior written permission.'

const BSD_DISCLAIMER = `THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`

const ISC_GRANT = `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted`

const ISC_DISCLAIMER = `THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR
OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THIS SOFTWARE.`

const MIT_GRANT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:`

const MIT_CONDITION = `The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.`

const MIT_DISCLAIMER = `THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`

const permissive = (
  license: Pick<LicenseTemplate, 'key' | 'name' | 'content' | 'description'> & Partial<LicenseTemplate>,
): LicenseTemplate => ({
  nickname: null,
  popular: false,
  conditions: ['include-copyright'],
  permissions: FREEDOMS,
  limitations: NO_CLAIMS,
  ...license,
})

/** Short permissive licences, by key. */
export const LICENSES: ReadonlyArray<LicenseTemplate> = [
  permissive({
    key: '0bsd',
    name: 'BSD Zero Clause License',
    description: 'Everything is allowed, without a condition.',
    conditions: [],
    content: paragraphs(COPYRIGHT, `${ISC_GRANT}.`, ISC_DISCLAIMER),
  }),
  permissive({
    key: 'bsd-2-clause',
    name: 'BSD 2-Clause "Simplified" License',
    description: 'Everything is allowed as long as the notice stays.',
    popular: true,
    content: paragraphs(
      'BSD 2-Clause License',
      COPYRIGHT,
      REDISTRIBUTION,
      KEEP_IN_SOURCE,
      KEEP_IN_BINARIES,
      BSD_DISCLAIMER,
    ),
  }),
  permissive({
    key: 'bsd-3-clause',
    name: 'BSD 3-Clause "New" or "Revised" License',
    description: 'As with two clauses; the names of the holders may not be used for promotion.',
    content: paragraphs(
      'BSD 3-Clause License',
      COPYRIGHT,
      REDISTRIBUTION,
      KEEP_IN_SOURCE,
      KEEP_IN_BINARIES,
      NO_ENDORSEMENT,
      BSD_DISCLAIMER,
    ),
  }),
  permissive({
    key: 'isc',
    name: 'ISC License',
    description: 'Everything is allowed as long as the notice stays, in few words.',
    content: paragraphs(
      'ISC License',
      COPYRIGHT,
      `${ISC_GRANT}, provided that the above\ncopyright notice and this permission notice appear in all copies.`,
      ISC_DISCLAIMER,
    ),
  }),
  permissive({
    key: 'mit',
    name: 'MIT License',
    description: 'Everything is allowed as long as the notice stays.',
    popular: true,
    content: paragraphs('MIT License', COPYRIGHT, MIT_GRANT, MIT_CONDITION, MIT_DISCLAIMER),
  }),
]
