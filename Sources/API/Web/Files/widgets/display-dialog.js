// The dialog with the language and the colours of the pages.

import { element } from '../core/dom.js';
import { chooseLanguage, languages } from '../core/languages.js';
import { language, text } from '../core/texts.js';
import { chooseTheme, chosenTheme, themes } from '../core/theme.js';
import { closeRow, openDialog } from './dialog.js';

export const openDisplayDialog = () => openDialog(text('display.title'), (close) => [
  choices('display.language', Object.entries(languages), language, chooseLanguage),
  choices('display.theme', themes.map((theme) => [theme, text(`display.theme.${theme}`)]), chosenTheme(), chooseTheme),
  closeRow(close, { label: text('done') }),
]);

/** @param {string} label @param {string[][]} options values and their names @param {(value: string) => void} choose */
const choices = (label, options, chosen, choose) =>
  element('fieldset', { class: 'display-choice' }, element('legend', {}, text(label)),
    ...options.map(([value, name]) => element('label', { lang: value in languages ? value : undefined },
      element('input', { type: 'radio', name: label, value, checked: value === chosen,
        onchange: () => choose(value) }), name)));
