/** Style sheets of sites. @see sharing 6, 10 */
import { expect, test } from 'vitest'
import { styleFault } from './site-style.ts'

test.each([
  ['a rule', 'h1 { color: red; font-size: clamp(1rem, 2vw + 1rem, 3rem) }'],
  ['nested rules, selectors and ranges', '@media (width < 40rem) { main > p { &:not(.a) { margin: 0 } } }'],
  [
    'words and gradients',
    '.a::before { content: "→ image"; background: linear-gradient(red, blue) } /* a note */',
  ],
  ['a layer and a property', '@layer own { :root { --accent: oklch(60% 0.1 200) } }'],
])('[S10] %s is a style', (_, style) => expect(styleFault(style)).toBeUndefined())

test.each([
  '@import "https://other.example/a.css";',
  '@IMPORT url(a.css);',
  'a { background: url(https://other.example/a.png) }',
  'a { background: URL( "a.png" ) }',
  String.raw`a { background: u\72l(a.png) }`,
  'a { background: image-set("a.png" 1x) }',
  'a { background: -webkit-image-set("a.png" 1x) }',
  'a { background: src("a.png") }',
  'a { background: image("a.png") }',
  '@font-face { font-family: a; src: local("b") }',
  '@namespace a "b";',
  'a { content: "https://other.example" }',
  'a { content: "//other.example" }',
  'a { } </style><script>',
  'a { } <!-- b',
])('[S6] %j is none', (style) => expect(styleFault(style)).toBeDefined())
