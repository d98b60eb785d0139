import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderIn, run } from './real-file.ts';
import type { Source } from './sources.ts';

/** One document to be saved. `data` are the settings of a PDF, as `Name=value`. */
export type Saving = { source: Source; target: string; filter: string; password?: string; data?: string[] };

const READING: Record<Source['family'], string> = {
  text: 'HTML (StarWriter)',
  sheet: 'Text - txt - csv (StarCalc)',
  slides: 'OpenDocument Presentation Flat XML',
};

/** LibreOffice saves with passwords only when a program asks it to: this one, in its own Basic, saves a list of files. */
const MACRO = `Function Named(sName As String, vValue)
  Dim result As New com.sun.star.beans.PropertyValue
  result.Name = sName
  result.Value = vValue
  Named = result
End Function

Function Key(sPassword As String)
  Dim result(1) As New com.sun.star.beans.NamedValue
  result(0).Name = "CryptoType"
  result(0).Value = "Standard"
  result(1).Name = "OOXPassword"
  result(1).Value = sPassword
  Key = result
End Function

Function Settings(sText As String)
  entries = Split(sText, ";")
  Dim result(UBound(entries))
  For index = 0 To UBound(entries)
    pair = Split(entries(index), "=")
    If pair(1) = "true" Then
      result(index) = Named(pair(0), True)
    ElseIf IsNumeric(pair(1)) Then
      result(index) = Named(pair(0), CLng(pair(1)))
    Else
      result(index) = Named(pair(0), pair(1))
    End If
  Next
  Settings = result
End Function

Function Wanted(cells)
  If cells(3) <> "" Then
    Wanted = Array(Named("FilterName", cells(2)), Named("Password", cells(3)), Named("EncryptionData", Key(cells(3))))
  ElseIf cells(4) <> "" Then
    Wanted = Array(Named("FilterName", cells(2)), Named("FilterData", Settings(cells(4))))
  Else
    Wanted = Array(Named("FilterName", cells(2)))
  End If
End Function

Sub SaveAll(sList As String)
  Dim sRow As String
  Open sList For Input As #1
  Do While Not Eof(1)
    Line Input #1, sRow
    If Len(sRow) > 0 Then
      cells = Split(sRow, Chr(9))
      doc = StarDesktop.loadComponentFromURL(cells(0), "_blank", 0, _
        Array(Named("Hidden", True), Named("FilterName", cells(5))))
      doc.storeToURL(cells(1), Wanted(cells))
      doc.close(True)
    End If
  Loop
  Close #1
End Sub
`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const LIBRARY = `<?xml version="1.0" encoding="UTF-8"?>
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false"
 library:passwordprotected="false"><library:element library:name="Saving"/></library:library>`;
const MODULE = `<?xml version="1.0" encoding="UTF-8"?>
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Saving"
 script:language="StarBasic">${escaped(MACRO)}</script:module>`;

const url = (file: string) => pathToFileURL(file).href;

const line = ({ source, target, filter, password = '', data = [] }: Saving) =>
  [url(source.path), url(target), filter, password, data.join(';'), READING[source.family]].join('\t');

/** Saves all of them with one start of LibreOffice, in a profile of its own. */
export async function save(folder: string, savings: readonly Saving[]): Promise<void> {
  const profile = await folderIn(folder, 'profile');
  const office = (...args: string[]) =>
    run('soffice', `-env:UserInstallation=${url(profile)}`, '--headless', '--norestore', ...args);
  await office('--terminate_after_init');
  const library = await folderIn(profile, 'user/basic/Standard');
  await writeFile(path.join(library, 'script.xlb'), LIBRARY);
  await writeFile(path.join(library, 'Saving.xba'), MODULE);
  const list = path.join(folder, 'list.txt');
  await writeFile(list, `${savings.map(line).join('\n')}\n`);
  await office(`macro:///Standard.Saving.SaveAll("${list}")`);
}
