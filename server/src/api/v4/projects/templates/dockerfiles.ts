import type { Template } from './template.js'

const lines = (...all: ReadonlyArray<string>): string => `${all.join('\n')}\n`

/** Dockerfiles for common kinds of projects. */
export const DOCKERFILES: ReadonlyArray<Template> = [
  {
    key: 'Go',
    name: 'Go',
    content: lines(
      'FROM golang:1.20 AS build',
      'WORKDIR /src',
      'COPY . .',
      'RUN CGO_ENABLED=0 go build -o /app .',
      '',
      'FROM scratch',
      'COPY --from=build /app /app',
      'ENTRYPOINT ["/app"]',
    ),
  },
  {
    key: 'HTTPd',
    name: 'HTTPd',
    content: lines('FROM httpd:alpine', 'COPY ./public/ /usr/local/apache2/htdocs/'),
  },
  {
    key: 'Node',
    name: 'Node',
    content: lines(
      'FROM node:20-alpine',
      'WORKDIR /app',
      'COPY package*.json ./',
      'RUN npm ci --omit=dev',
      'COPY . .',
      'USER node',
      'CMD ["npm", "start"]',
    ),
  },
  {
    key: 'Python',
    name: 'Python',
    content: lines(
      'FROM python:3-slim',
      'WORKDIR /app',
      'COPY requirements.txt .',
      'RUN pip install --no-cache-dir -r requirements.txt',
      'COPY . .',
      'CMD ["python", "-m", "app"]',
    ),
  },
]
