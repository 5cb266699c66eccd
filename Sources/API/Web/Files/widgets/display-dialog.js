// The dialog with the language, colours and units of the pages, and with what is stored for use without a network.

import { catalogueSize, openCatalogue, removeCatalogue, saveCatalogue } from '../core/catalogue-store.js';
import { element } from '../core/dom.js';
import { chooseLanguage, languages } from '../core/languages.js';
import { formatAge, formatNumber, language, loadTextsOfViews, text } from '../core/texts.js';
import { chooseTheme, chosenTheme, themes } from '../core/theme.js';
import { chooseUnits, chosenUnits, units } from '../core/units.js';
import { closeRow, openDialog } from './dialog.js';
import { whileBusy } from './notice.js';

export async function openDisplayDialog() {
  await loadTextsOfViews();
  return openDialog(text('display.title'), (close) => [
    choices('display.language', Object.entries(languages), language, chooseLanguage),
    choices('display.theme', themes.map((theme) => [theme, text(`display.theme.${theme}`)]), chosenTheme(),
      chooseTheme),
    choices('display.units', units.map((unit) => [unit, text(`display.units.${unit}`)]), chosenUnits(), chooseUnits),
    offlineChoice(),
    closeRow(close, { label: text('done') }),
  ]);
}

/** @param {string} label @param {string[][]} options values and their names @param {(value: string) => void} choose */
const choices = (label, options, chosen, choose) =>
  element('fieldset', { class: 'display-choice' }, element('legend', {}, text(label)),
    ...options.map(([value, name]) => element('label', { lang: value in languages ? value : undefined },
      element('input', { type: 'radio', name: label, value, checked: value === chosen,
        onchange: () => choose(value) }), name)));

/** Stores all booths of the country, or removes them; empty where nothing can be stored. */
function offlineChoice() {
  const choice = element('fieldset', { class: 'display-choice', hidden: true });
  show();
  return choice;

  async function show() {
    const stored = await openCatalogue();
    const size = stored ? null : await catalogueSize();
    choice.hidden = !stored && size === null;
    const words = stored && text('offline.stored',
      { count: formatNumber(stored.catalogue.count), age: formatAge(stored.at) });
    choice.replaceChildren(element('legend', {}, text('offline.title')),
      words ? element('p', {}, words) : '',
      stored ? button(text('offline.remove'), removeCatalogue)
        : button(text('offline.save', { size: megabytes(size) }), saveCatalogue));
  }

  function button(label, work) {
    return element('button', {
      type: 'button', class: 'small', onclick: (event) => whileBusy(event.currentTarget, async () => {
        await work();
        await show();
        choice.querySelector('button')?.focus();
      }),
    }, label);
  }
}

/** In millions of bytes, to one digit where that is all there is. */
const megabytes = (bytes) =>
  formatNumber(bytes < 1e7 ? Math.max(0.1, Math.round(bytes / 1e5) / 10) : Math.round(bytes / 1e6));
