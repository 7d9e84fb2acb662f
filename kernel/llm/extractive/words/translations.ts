/** Words that questions are made of, in German, French and Spanish, with what English documents say. Names, dates and numbers need none. */
const WORDS: Readonly<Record<'de' | 'fr' | 'es', string>> = {
  de: `januar=january februar=february märz=march mai=may juni=june juli=july oktober=october dezember=december ausleihen=loans beginnt=begins arbeit=work,employment aufzug=lift fahrstuhl=lift wartung=maintenance angebot=offer probezeit=probation kündigungsfrist=notice,period unterschrieben=signed
gegründet=founded gründer=founder gründete=founded geboren=born geburtsdatum=birth geburtsort=birth erfunden=invented erfand=invented erfinder=inventor entdeckt=discovered
geschrieben=written schrieb=wrote autor=author verfasser=author gebaut=built erbaut=built veröffentlicht=published,released erschienen=published,released eingeführt=introduced gestartet=launched
hauptstadt=capital einwohner=population,inhabitants stadt=city land=country kosten=cost kostet=cost preis=price gekostet=cost verkauft=sold gekauft=bought bezahlt=paid bezahlen=pay umsatz=revenue,sales gewinn=profit
tore=goals tor=goal geschossen=scored spiel=match verein=club spieler=player trainer=manager,coach vorsitzender=chairman vorsitzende=chairman präsident=president leiter=head,director chef=head,manager leitet=heads
anzahl=number prozent=percent jahr=year jahre=years tag=day tage=days woche=week wochen=weeks monat=month monate=months stunde=hour stunden=hours minuten=minutes dauert=takes,lasts dauer=duration lange=long
groß=tall,large hoch=high höhe=height größe=size,height gewicht=weight alter=age alt=old name=name adresse=address telefonnummer=phone,number telefon=phone straße=street findet=place statt=held veranstaltung=event sitzung=meeting treffen=meeting
gestorben=died starb=died tod=death schule=school universität=university studiert=studied studierte=studied arbeitet=works arbeitete=worked firma=company unternehmen=company mitglied=member mitglieder=members besatzung=crew
ist=is war=was buch=book film=film krankheit=disease behandlung=treatment krebs=cancer frau=woman frauen=women mann=man männer=men kind=child kinder=children arzt=doctor ziel=goal zweck=purpose grund=reason ursache=cause
staat=state staaten=states meisten=most höchste=highest niedrigste=lowest größte=largest wenigsten=fewest waffe=firearm handfeuerwaffen=handgun überprüfungen=checks schreibmaschine=typewriter rechner=computer radio=radio frage=question antwort=answer
bedeutet=means heißt=called steht=stands abkürzung=stands definition=definition regel=rule gesetz=law besucher=visitors kamen=came kommen=come repariert=repaired reparieren=repair schlüssel=key tür=door fenster=window wasser=water feuer=fire brand=fire alarm=alarm notfall=emergency öffnungszeiten=opening,hours geöffnet=open geschlossen=closed öffnet=opens schließt=closes erlaubt=allowed verboten=forbidden pflicht=required lager=stock bestand=stock lieferzeit=delivery lieferant=supplier kunde=customer kunden=customers mitarbeiter=employees,staff urlaub=vacation,leave gehalt=salary vertrag=contract rechnung=invoice frist=deadline hotel=hotel reise=journey,travel flug=flight zug=train übernachtung=overnight,night bericht=report zusammenfassung=summary steuer=tax steuersatz=tax,rate miete=rent strafe=fine,penalty frankreich=france deutschland=germany spanien=spain italien=italy österreich=austria schweiz=switzerland belgien=belgium dänemark=denmark finnland=finland tschechien=czech russland=russia griechenland=greece türkei=turkey polen=poland schweden=sweden norwegen=norway england=england usa=states amtssprache=official,language sprache=language fläche=area essen=food lebensmittel=groceries monat=month rede=speech sprechen=speak redezeit=minutes`,
  fr: `venu=came venus=came venue=came venues=came janvier=january février=february mars=march avril=april mai=may juin=june juillet=july août=august septembre=september octobre=october novembre=november décembre=december commence=begins,starts travail=work,employment ascenseur=lift entretien=maintenance offre=offer budget=budget prêts=loans
fondé=founded fondée=founded fondateur=founder né=born née=born naissance=birth inventé=invented inventeur=inventor découvert=discovered écrit=written,wrote auteur=author construit=built publié=published sorti=released
lancé=launched lancée=launched introduit=introduced capitale=capital habitants=population,inhabitants ville=city pays=country coût=cost coûte=cost prix=price vendu=sold acheté=bought payé=paid revenu=revenue,income revenus=revenue bénéfice=profit ventes=sales
buts=goals but=goal marqué=scored match=match club=club joueur=player entraîneur=manager,coach président=president directeur=director chef=head nombre=number pourcentage=percentage année=year an=year ans=years jour=day jours=days semaine=week semaines=weeks mois=month,months
heure=hour,time heures=hours minutes=minutes dure=lasts,takes durée=duration longtemps=long grand=tall,large taille=height,size hauteur=height poids=weight âge=age nom=name adresse=address téléphone=phone rue=street lieu=place événement=event réunion=meeting
mort=died,death école=school université=university étudié=studied travaille=works travaillait=worked travaillé=worked entreprise=company société=company membre=member membres=members équipage=crew livre=book film=film maladie=disease traitement=treatment cancer=cancer
femmes=women femme=woman hommes=men homme=man enfant=child enfants=children médecin=doctor but=goal raison=reason cause=cause état=state états=states plus=most haut=highest bas=lowest armes=firearm poing=handgun contrôles=checks vérifications=checks
machine=typewriter ordinateur=computer question=question signifie=means appelle=called visiteurs=visitors scanner=scan irm=mri ouvert=open ouverte=open fermé=closed ouverture=opening autorisé=allowed interdit=forbidden clé=key porte=door eau=water feu=fire incendie=fire urgence=emergency délai=deadline fournisseur=supplier client=customer employés=employees salaire=salary contrat=contract facture=invoice voyage=journey,travel vol=flight nuit=night loi=law rapport=report résumé=summary impôt=tax taux=rate loyer=rent amende=fine,penalty allemagne=germany espagne=spain italie=italy autriche=austria suisse=switzerland belgique=belgium danemark=denmark finlande=finland russie=russia biélorussie=belarus grèce=greece turquie=turkey pologne=poland suède=sweden norvège=norway angleterre=england langue=language superficie=area nourriture=food parler=speak temps=time`,
  es: `enero=january febrero=february marzo=march abril=april mayo=may junio=june julio=july agosto=august septiembre=september octubre=october noviembre=november diciembre=december empieza=begins,starts trabajo=work,employment ascensor=lift mantenimiento=maintenance oferta=offer presupuesto=budget préstamos=loans
fundó=founded fundada=founded fundado=founded fundador=founder nació=born nacido=born nacimiento=birth inventó=invented inventor=inventor descubrió=discovered escribió=wrote escrito=written autor=author construyó=built construido=built
publicado=published publicó=published lanzó=launched lanzado=launched introdujo=introduced capital=capital habitantes=population,inhabitants ciudad=city país=country costo=cost coste=cost cuesta=cost precio=price vendió=sold compró=bought pagó=paid ingresos=revenue,income
beneficio=profit ventas=sales goles=goals gol=goal marcó=scored partido=match club=club jugador=player entrenador=manager,coach presidente=president director=director jefe=head número=number porcentaje=percentage año=year años=years día=day días=days semana=week semanas=weeks
mes=month meses=months hora=hour,time horas=hours minutos=minutes dura=lasts,takes duración=duration tiempo=time,long alto=tall,high altura=height tamaño=size peso=weight edad=age nombre=name dirección=address teléfono=phone calle=street lugar=place evento=event reunión=meeting
murió=died muerte=death escuela=school universidad=university estudió=studied trabaja=works trabajó=worked trabajaba=worked empresa=company compañía=company miembro=member miembros=members tripulación=crew libro=book película=film enfermedad=disease tratamiento=treatment
cáncer=cancer mujeres=women mujer=woman hombres=men hombre=man niño=child niños=children médico=doctor objetivo=goal razón=reason causa=cause estado=state estados=states más=most mayor=highest menor=lowest armas=firearm pistolas=handgun controles=checks verificaciones=checks
máquina=typewriter ordenador=computer significa=means llama=called visitantes=visitors escáner=scan abierto=open abierta=open cerrado=closed apertura=opening permitido=allowed prohibido=forbidden llave=key puerta=door agua=water fuego=fire incendio=fire emergencia=emergency plazo=deadline proveedor=supplier cliente=customer empleados=employees salario=salary contrato=contract factura=invoice viaje=journey,travel vuelo=flight noche=night creció=grew ley=law informe=report resumen=summary impuesto=tax tasa=rate alquiler=rent multa=fine,penalty francia=france alemania=germany españa=spain italia=italy suiza=switzerland bélgica=belgium dinamarca=denmark finlandia=finland rusia=russia bielorrusia=belarus grecia=greece turquía=turkey polonia=poland suecia=sweden noruega=norway inglaterra=england idioma=language lengua=language superficie=area comida=food hablar=speak`,
}

/** Function words that give a language away. */
const TELLING: Readonly<Record<'de' | 'fr' | 'es', RegExp>> = {
  de: /(?:^|\s)(?:wer|wann|wie|wo|welche[rs]?|warum|wurde|wurden|hat|haben|ist|sind|der|die|das|und|für|von|ein|eine|viele|nicht|nach|dem|muss|kann|es|zu|mit)(?=\s|\?|$)/giu,
  fr: /(?:^|\s|['’-])(?:qui|combien|quand|où|combien|quel(?:le)?s?|pourquoi|est|sont|était|été|les?|la|des|une?|du|dans|pour|avec|t-il|que|sur|ce|cette|il|elle|peut|doit)(?=\s|\?|$)/giu,
  es: /(?:^|\s|¿)(?:quién|quiénes|cuándo|dónde|cuánt[oa]s?|cuál|qué|cómo|fue|es|son|el|los|las|una?|del|para|por|con|la|en|se|al|un|puede|debe|hay)(?=\s|\?|$)/giu,
}

/** What no other of these languages has. */
const DECISIVE: Readonly<Record<'de' | 'fr' | 'es', RegExp>> = { de: /[ß]|\bwie\s?viele?\b/i, fr: /\bcombien\b|\bqu['’]/i, es: /[¿¡]/ }

const tables = new Map(
  (['de', 'fr', 'es'] as const).map((language) => [
    language,
    new Map(
      WORDS[language]
        .trim()
        .split(/\s+/)
        .map((pair) => {
          const [word = '', english = ''] = pair.split('=')
          return [word, english.split(',')] as const
        }),
    ),
  ]),
)

/** The language of a question where it is surely German, French or Spanish. */
export function foreignLanguage(question: string): 'de' | 'fr' | 'es' | undefined {
  const words = question.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
  const counts = (['de', 'fr', 'es'] as const).map((language) => ({
    language,
    count: [...question.matchAll(TELLING[language])].length + (DECISIVE[language].test(question) ? 2 : 0),
  }))
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a))
  const english = question.match(/\b(?:the|of|what|who|when|where|how|which|did|does|is|are|was|were)\b/gi)?.length ?? 0
  return best.count > english && best.count >= Math.max(1, words / 5) ? best.language : undefined
}

/** What an English document may say for this word of another language. */
export const inEnglish = (word: string, language: 'de' | 'fr' | 'es'): readonly string[] => tables.get(language)?.get(word) ?? []
