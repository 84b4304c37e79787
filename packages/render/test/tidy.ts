/** Removes what this renderer adds to the elements of CommonMark, so that examples can be compared. */
export const tidy = (html: string): string =>
  html
    .replace(/^<div class="words">([\s\S]*)<\/div>$/, '$1')
    // The headings of a page begin one level below its title.
    .replace(/<h\d class="(h\d)"[^>]*>([\s\S]*?)<\/h\d>/g, '<$1>$2</$1>')
    .replace(/<div class="table"[^>]*>([\s\S]*?)<\/div>/g, '$1')
    .replace(/(<t[hd]) class="(\w+)"/g, '$1 align="$2"')
    // Every line break is shown.
    .replace(/<br ?\/?>\n/g, '\n')
    .replace(/<hr ?\/>/g, '<hr>')
    .replace(/>\n+(?=<)/g, '>')
    .replace(/ (?:rel|class|tabindex)="[^"]*"/g, '')
    .trim()
