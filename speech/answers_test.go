package speech

import "testing"

// A first sentence that says yes is enough as an answer to an invitation. With a condition or a question it is unclear.
func TestAnswersToInvitations(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       Answer
	}{
		{"en", "Sounds good to me, it’s my first time", Yes}, {"de", "Ich muss leider absagen", No}, {"fr", "Une autre fois peut-être", No}, {"it", "Ok per me", Yes}, {"nl", "Dat doe ik!", Yes},
		{"en", "Yes :)", Yes}, {"en", "👍", Yes}, {"en", "I'd love to play. When do we start?", Yes}, {"en", "Sounds great, thanks!", Yes},
		{"en", "Yes, but only from Monday", Unclear}, {"en", "Yes?", Unclear}, {"en", "If Bo plays too", NoAnswer}, {"en", "Who is this?", NoAnswer},
		{"en", "Sorry, no. Next time!", No}, {"en", "Hi Ana,\n\nyes please!\n\nCheers, Bo", Yes}, {"en", "yesterday I was ill", NoAnswer},
		{"en", "Thank you so much for the kind invitation to your game,\nbut I can't at the moment.", No}, {"en", "I would love to play with all of you, that really sounds\nlike fun, but only if Bo plays too", Unclear},
		{"de", "Gerne, ich bin dabei!", Yes}, {"de", "ja nee", No}, {"de", "Kein Problem", Yes}, {"de", "Hallo Ana! Klar, mach ich. Wann geht es los?", Yes},
		{"de", "Ja, aber erst ab Montag", Unclear}, {"de", "Leider keine Zeit", No}, {"de", "keine Zeit", No},
		{"fr", "Pourquoi pas !", Yes}, {"fr", "Avec plaisir", Yes}, {"fr", "oui mais pas tout de suite", Unclear}, {"fr", "non merci", No},
		{"es", "claro", Yes}, {"es", "Claro que no", No}, {"es", "¡Me apunto!", Yes}, {"es", "si", Yes}, {"es", "ja ja ja", NoAnswer}, {"es", "Sí, si Bo juega", Unclear},
		{"it", "Volentieri", Yes}, {"it", "Certo che no", No}, {"it", "Ci sto!", Yes}, {"pt", "Claro que não", No}, {"pt", "Eu topo!", Yes}, {"pt", "Sim, mas só na segunda", Unclear},
		{"nl", "Leuk, ik doe mee!", Yes}, {"nl", "ja nee", No}, {"nl", "Ja, als Bo ook meedoet", Unclear}, {"nl", "Graag!", Yes},
		{"en", "No thanks, too busy right now. Sorry!", No}, {"en", "Sorry, I don't have time, work is crazy", No}, {"en", "Unfortunately I'm too busy", No},
		{"en", "sounds fun but how long does it take?", Unclear}, {"de", "Ich setze diesmal aus", No},
		{"de", "Lieber nicht, danke", No}, {"de", "Lieber Bo, ja gerne", Yes}, {"fr", "sans moi cette fois", No}, {"es", "conmigo no contéis", No}, {"it", "stavolta salto", No}, {"pt", "fico de fora desta vez", No}, {"nl", "zonder mij deze keer", No},
		{"en", "count me in, when do we start", Yes}, {"de", "bin dabei, wann geht's los", Yes}, {"it", "ci sto, quando si comincia", Yes},
		{"en", "I'll pass on this one", No}, {"nl", "doe ik graag aan mee", Yes}, {"fr", "bof non", No}, {"it", "magari la prossima", No}, {"pt", "deixa quieto", No}, {"es", "mejor no", No}, {"de", "hab grad keinen Kopf dafür", No},
		{"en", "Yes please, when do we start?", Yes}, {"it", "Volentieri, quando si comincia?", Yes}, {"fr", "Avec plaisir, on commence quand ?", Yes}, {"en", "Yes, really?", Unclear},
		{"en", "No, but I'd love to next time", Unclear}, {"en", "No one told me about this", NoAnswer}, {"en", "I can't wait!", Yes}, {"en", "No problem, count me in", Yes},
		{"en", "Yes, I haven't played in ages", Yes}, {"en", "Yes, when Bo plays too", Unclear}, {"en", "No, wait, yes!", Unclear},
		{"de", "Nein danke, gerade zu viel los", No}, {"de", "Tut mir leid, ich habe keine Zeit", No}, {"de", "Nein, aber Bo vielleicht", Unclear}, {"de", "Ja, das haben wir lange nicht gespielt", Yes},
		{"fr", "Non merci, trop de boulot en ce moment", No}, {"fr", "Désolé, je n’ai pas le temps", No}, {"es", "No, gracias, estoy de viaje", No}, {"es", "Lo siento, no puedo", No},
		{"it", "No grazie, troppo lavoro", No}, {"it", "Purtroppo non posso", No}, {"nl", "Nee bedankt, te druk", No}, {"nl", "Sorry, geen tijd", No}, {"pt", "Não, obrigado, sem tempo", No}, {"pt", "Infelizmente não vai dar", No},
	} {
		if got := ReadInvitationAnswer(c.text, c.lang); got != c.want {
			t.Errorf("%s %q: %d, want %d", c.lang, c.text, got, c.want)
		}
	}
}

// The whole text must be the answer to any other question, in the writer's language or in English.
func TestAnswersToQuestions(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		yes, no    bool
	}{
		{"en", "yes", true, false}, {"de", "Ja!", true, false}, {"de", "yes", true, false}, {"de", "oui", false, false}, {"es", "ja ja ja", false, false},
		{"de", "ja ja ja", false, false}, {"es", "sí", true, false}, {"es", "si", true, false}, {"en", "ja", false, false}, {"de", "gerne", false, false},
		{"de", "ja, gerne", true, false}, {"en", "yes I would like to know more", false, false}, {"en", "no problem", false, false}, {"pt", "não", false, true},
		{"en", "No sorry, misclick", false, true}, {"nl", "Nee sorry, verkeerd geklikt", false, true}, {"de", "Nein, verklickt", false, true},
		{"en", "No, wait, yes!", false, false}, {"en", "No, 3 on C5", false, false}, {"en", "No idea", false, false},
		{"fr", "pourquoi pas", false, false}, {"nl", "ja nee", false, true},
		{"en", "yes pls", true, false}, {"en", "yes that was me, it's my phone", true, false}, {"de", "ja das war ich, ist mein neues Handy", true, false}, {"nl", "ja hoor, dat was ik, met mijn laptop", true, false},
		{"fr", "oui, c'est moi au bureau", true, false}, {"es", "sí, es mi móvil nuevo", true, false}, {"it", "sì, sono al lavoro", true, false}, {"pt", "sim, é o meu outro endereço", true, false},
		{"en", "yes yes, very funny", false, false}, {"de", "ja ja, sehr witzig", false, false}, {"en", "yes, very funny", false, false},
		{"en", "yes, my son wrote it", false, false}, {"en", "yes, Cy did", false, false}, {"en", "Yes, maybe", false, false}, {"de", "ja, das war mein Bruder", false, false}, {"en", "yeah, right", false, false},
		{"fr", "oui, mais pas comme ça", false, false}, {"es", "sí, mañana", false, false}, {"en", "yes, who is asking?", false, false},
	} {
		if yes, no := ReadYesNo(c.text, c.lang); yes != c.yes || no != c.no {
			t.Errorf("%s %q: %v %v", c.lang, c.text, yes, no)
		}
	}
}

// Answers to an invitation as people really write them, and sentences that are no answer.
func TestAnswersAsPeopleWriteThem(t *testing.T) {
	for lang, cases := range map[string]map[Answer][]string{
		"nl": {
			Yes: {
				"ja hoor 👍", "👍🏽", "Ja! 🎉🎉", "Ja gezellig!!", "Ja lijkt me hartstikke leuk", "tuurlijk doe ik mee!", "Nou vooruit dan, ik doe mee",
				"Ja wil ik wel proberen, nog nooit gespeeld", "Dat lijkt me wel wat", "Ik ben erbij hoor", "Leuk Ana, ik doe mee! Hoe werkt het precies?", "oke",
				"is goed joh", "yes!", "Ja super leuk, ik doe mee", "Prima, ik doe mee", "Joepie, ja!", "Ja dat lijkt me wel geinig", "Oke ik speel mee",
			},
			No: {
				"Nee joh, geen zin in", "Helaas, te druk met werk", "Sorry Ana, het is nu veel te druk", "Nee, dank je wel", "Nee dit is niks voor mij",
			},
			Unclear: {
				"Ja leuk, maar ik kan pas volgende week", "Ja als Bo meedoet",
			},
			NoAnswer: {
				"Wat is dit?", "Als Bo meedoet", "Ik laat het je morgen weten", "Ik ken het spel", "Hoe lang duurt het?",
			},
		},
		"fr": {
			Yes: {
				"👍👍👍", "Oui 😊 merci pour l'invit", "Oui carrément !!", "Ok ça marche, je joue", "Oui pourquoi pas, ça a l'air sympa", "Avec grand plaisir Ana !",
				"Je veux bien essayer", "Oh oui !", "Bien sûr que oui", "Je suis partant·e", "Ouiiii", "oui je veux jouer", "Allez, je tente",
				"Ça me tente bien", "Allez c'est parti !", "Oui, avec joie, merci d'avoir pensé à moi !", "Ok pour moi, j'ai hâte de commencer",
				"Oui je suis partante pour une partie", "C'est d'accord, je participe", "Yes !! trop bien", "Ça marche pour moi",
				"Bonjour Ana, oui je joue volontiers. Bises, Bo",
			},
			No: {
				"Merci pour l'invitation mais je n'ai pas trop le temps", "Désolée, pas dispo en ce moment", "Nan désolé", "Non, je n'ai pas envie",
				"Désolé Ana, je suis débordé", "Non merci, les jeux c'est pas mon truc",
			},
			Unclear: {
				"Oui si Bo joue aussi", "Oui mais pas avant lundi",
			},
			NoAnswer: {
				"C'est quoi ?", "Si Bo joue aussi", "Je te dis ça demain", "Combien de temps ça dure ?", "Je connais ce jeu",
			},
		},
		"de": {
			Yes: {
				"Klar 😉", "Ja sehr gerne, hab das lange nicht mehr gespielt 😄", "Jo passt, bin dabei", "Da sag ich nicht nein!", "Aber natürlich!!!",
				"Super Idee Ana, ich mach mit", "Ja, ich würde gern mitspielen", "Ich würde sehr gerne mitspielen!", "Jaaa", "Jup",
				"Läuft bei mir, bin am Start", "Oh ja!!", "Hallo Ana, ja ich spiele gerne mit. Liebe Grüße Bo", "yes, gerne", "Oh cool, da mach ich gerne mit!",
				"Ich spiel mit, Gruß Bo", "Na gut, überredet", "Ja mei, warum ned", "Ja unbedingt!! Das haben wir früher immer gespielt",
				"Jaaa, endlich mal wieder", "Klaro", "bin mit von der Partie",
			},
			No: {
				"👎", "Sorry, mir fehlt gerade die Zeit", "Ne du, lass mal", "Danke für die Einladung, aber ich kann leider nicht",
				"Danke der Nachfrage, aber nein", "Leider nein, bin im Umzugsstress", "Ich hab im Moment echt keine Zeit, sorry", "Nein, lieber nicht",
				"Nö, kein Interesse",
			},
			Unclear: {
				"Ja, wenn Cy auch mitspielt", "Ja, aber wie geht das?",
			},
			NoAnswer: {
				"Was ist das denn?", "Wer bist du?", "Ich überlege es mir noch", "Das Spiel kenne ich", "Wie lange dauert das denn so?", "Ich melde mich morgen",
			},
		},
		"es": {
			Yes: {
				"Sí 🙌🏻", "¡Claro que sí, me apunto!", "Siii", "Sí, quiero jugar", "Por supuesto, será divertido", "Dale, juguemos", "Vale, cuenta conmigo",
				"Ok, me animo", "sii porfa", "Hola Ana, sí me gustaría participar. Un abrazo, Bo", "Va, le entro", "¡Sí! Me encanta ese juego", "Vale, juego",
				"Ok, yo me apunto también", "Sí quiero jugar con ustedes", "Por mí genial",
			},
			No: {
				"Gracias por la invitación, pero ahora mismo no puedo", "Uf, imposible, estoy a tope", "No me va bien, lo siento",
				"Lo siento Ana, no tengo tiempo para jugar", "No, gracias, no me gustan los juegos",
			},
			Unclear: {
				"Claro, ¿cuándo empezamos?", "Me apunto, ¿cómo se juega?", "Ahora no puedo, quizás más adelante", "Si juega Bo me apunto",
			},
			NoAnswer: {
				"¿Qué es esto?", "si juega Bo", "Conozco el juego", "Te digo mañana",
			},
		},
		"it": {
			Yes: {
				"Ok per me, quando si comincia?",
				"Certo!! ❤️", "Certo che sì!", "Sì sì, gioco volentieri", "Dai, ci sto!", "Siii", "Sì, mi piacerebbe provare", "Perché no? Ci sto",
				"Ok, partecipo anch'io", "Va bene, giochiamo!", "Con molto piacere, grazie Ana", "Ma certo!", "Assolutamente sì", "Sì dai, proviamo",
				"Certo, ci sono!", "Va bene, ci provo", "Sì, gioco anche io", "volentierissimo!", "Ma sì, perché no",
			},
			No: {
				"Grazie dell'invito, ma non ho tempo", "Purtroppo in questo periodo non riesco", "Mi dispiace ma proprio non riesco", "No, non mi interessa",
			},
			Unclear: {
				"Sì, se gioca Bo",
			},
			NoAnswer: {
				"Che cos'è?", "Se gioca Bo", "Conosco il gioco", "Ti faccio sapere",
			},
		},
		"pt": {
			Yes: {
				"Bora 🔥", "Sim, quero jogar!", "Simmm", "Claro, conta comigo", "Bora lá!", "Opa, tô dentro", "Com certeza!! Adoro esse jogo",
				"Pode contar comigo", "Vamos nessa", "Sim sim, alinho!", "Aceito o convite", "Está bem, eu jogo", "Sim, adoro esse jogo", "Opa, bora!",
				"Tá, eu jogo", "Claro que quero!", "Ok, alinho nisso", "Sim, conta comigo para jogar", "sim, no sábado já posso jogar",
			},
			No: {
				"Obrigada pelo convite, mas agora não consigo", "Infelizmente estou sem tempo", "Agora não dá, desculpa", "não posso, estou cheio de trabalho",
				"Não, obrigado, não gosto de jogos", "Desculpa Ana, agora não posso mesmo",
			},
			Unclear: {
				"Sim, se o Bo jogar",
			},
			NoAnswer: {
				"O que é isto?", "Se o Bo jogar", "Conheço o jogo", "Depois te digo",
			},
		},
		"en": {
			Yes: {
				"Yesss", "Hell yeah", "Sure thing!", "sure, why not", "Ok let's go", "I'd be delighted.", "Yes! I have no idea how this works but count me in",
				"Of course I'll play!", "That sounds lovely dear, yes please. Love, Gran", "Y", "yea", "yup im in", "Absolutely! Haven't played since uni.",
				"Yes, please sign me up", "Okey dokey", "go on then", "Oh go on then, I'm in", "Yes I will play with you", "Yes, I want to join the game.",
				"Haha ok fine, I'll play", "Yes of course, thanks for asking me", "I'm in!! Been looking for something like this", "Ok",
				"Yes - looking forward to it. When's the first turn?", "oh this sounds ace, sign me up", "yes pls", "Alright then", "Count us in",
				"Wouldn't miss it!",
			},
			No: {
				"Thanks for the invite, but I'll have to pass this time", "Not for me, thanks", "Nah I'm good", "I would but I'm swamped",
				"Thanks but not right now", "Sorry Ana, I really can't at the moment", "I don't play games, sorry", "No. Please don't write again.",
				"Thanks Ana but it's not really for me",
			},
			Unclear: {
				"Yes if Cy plays", "I'd love to, but I'm away till Friday", "Sure, but what do I have to do?",
			},
			NoAnswer: {
				"Who are you?", "Is this spam?", "What is this", "How long does it take?", "I got your letter", "Let me think about it", "Can I play later?",
				"I will let you know tomorrow", "Did you mean to send this to me?", "The game looks good", "great game, I played it with Bo last year",
			},
		},
	} {
		for want, texts := range cases {
			for _, text := range texts {
				if got := ReadInvitationAnswer(text, lang); got != want {
					t.Errorf("%s %q: %d, want %d", lang, text, got, want)
				}
			}
		}
	}
}

// Answers to "Did you mean …?" and "Did you write …?", and sentences that are no answer to them.
func TestAnswersThatConfirm(t *testing.T) {
	for want, texts := range map[Answer]map[string][]string{
		Yes: {
			"en": {"Yes that's right", "Exactly", "That's what I meant", "Yes, that's the one", "yes I did", "Yes I meant that", "correct!",
				"Yes, do it please", "yep that one", "Yes, go ahead", "That's right, thanks", "please do", "Yes, play it", "yes exactly :)", "Right",
				"Yes it was me", "Yes, I wrote that", "Yes, that was me", "Yes I'm sure", "I'm sure", "sure thing", "ok do that", "affirmative",
				"Yes, that is exactly what I meant, thanks!", "yes that is correct", "Yep, me", "Yes, sorry, that's it", "yes, of course that was me", "Bingo",
				"You got it", "Yeah do that one", "yes please play that", "Indeed I did", "That is right, yes", "yes definitely",
				"Yes. Sorry for the confusion.", "you understood correctly"},
			"de": {"Ja genau das", "Genau!", "Ja, das meinte ich", "Ja so war es gemeint", "richtig", "Ja, stimmt", "Stimmt so", "ja das ist richtig",
				"Ja, das war ich", "ja bitte machen", "Ja, so machen wir's", "korrekt", "ja, spiel das", "Ja bin mir sicher", "ja, habe ich geschrieben",
				"so ist es", "ja passt so", "Ja, das ist korrekt so", "Ja klar war ich das", "Ja, genau so bitte", "jo genau",
				"Ja, hast du richtig verstanden", "Ja sorry, das meinte ich", "Richtig verstanden", "ja doch, das war von mir", "Ja, so wollte ich es"},
			"nl": {"ja dat bedoel ik", "Ja precies", "Klopt!", "ja dat klopt", "Ja die", "Ja dat was ik", "ja, doe die maar", "juist", "Ja ik weet het zeker",
				"inderdaad", "Ja inderdaad, bedankt", "dat bedoelde ik", "ja speel maar", "correct", "Ja, dat is wat ik bedoel", "Ja hoor, precies",
				"ja dat wilde ik", "Ja, dat heb ik geschreven", "ja doe dat maar", "Klopt, dank je", "Ja graag zo"},
			"fr": {"Oui c'est ça", "Exactement", "C'est bien ça", "oui, c'est ce que je voulais dire", "C'est exact", "oui vas-y", "Oui c'est moi",
				"oui c'était moi", "Oui j'en suis sûr", "tout juste", "oui, joue ça", "voilà", "oui voilà, merci", "correct",
				"Oui, c'est exactement ce que je voulais dire", "oui oui c'est moi", "Oui, fais ça stp", "oui c'est correct", "Oui bien sûr c'est moi",
				"oui, tu as bien compris", "Oui désolé c'était ça"},
			"es": {"Sí, eso", "Exacto", "Sí, eso quería decir", "eso es", "Sí, correcto", "sí fui yo", "Sí, estoy seguro", "Así es", "sí hazlo",
				"Sí, ese mismo", "sí, juégalo", "sí eso mismo", "cierto", "Sí, eso es lo que quería decir", "sí, claro que fui yo", "Sí, perdona, eso",
				"correcto, gracias", "sí, lo has entendido bien", "eso eso", "Sí por favor hazlo"},
			"it": {"Sì esatto", "Esatto!", "Sì, intendevo quello", "proprio così", "sì quello", "giusto", "Sì, sono stato io", "Sì sono sicuro", "sì fallo",
				"sì, proprio quello", "corretto", "sì giocala", "è così", "Sì, è quello che volevo dire", "sì sì sono io", "Sì, scusa, quello", "esatto, grazie",
				"hai capito bene", "sì gioca pure", "Sì certo, sono stato io"},
			"pt": {"Isso mesmo", "Sim, isso", "Sim é isso", "exato", "Exatamente!", "Sim, era isso", "Sim fui eu", "Sim, tenho certeza", "certo, isso",
				"sim, joga", "isso aí", "correto", "é isso", "Sim, foi isso que eu quis dizer", "sim, claro que fui eu", "Sim desculpa, era isso",
				"exatamente isso", "sim pode fazer", "Entendeu certo", "Sim por favor, joga essa"},
		},
		No: {
			"en": {"No, not that", "No that's not what I meant", "no that wasn't me", "No, I didn't write that", "wrong", "no, sorry", "Nope, not me",
				"no leave it", "Not that one", "No, forget it", "please no"},
			"de": {"Nein, das meinte ich nicht", "nein, das war ich nicht", "falsch", "nein, lass es", "Nein sorry", "das stimmt nicht", "nein vergiss es",
				"nein, anders", "nein das nicht"},
			"nl": {"Nee dat bedoel ik niet", "nee dat was ik niet", "fout", "nee laat maar", "Nee sorry", "klopt niet", "nee die niet"},
			"fr": {"Non, ce n'est pas ça", "non c'est pas moi", "faux", "non, laisse tomber", "non pas ça", "non désolé"},
			"es": {"No, eso no", "no fui yo", "no, déjalo", "no, no era eso", "No lo siento"},
			"it": {"No, non quello", "non sono stato io", "no lascia stare", "no, non è quello", "no scusa"},
			"pt": {"Não, não é isso", "não fui eu", "não, deixa", "não isso não", "não desculpa"},
		},
		NoAnswer: {
			"en": {"Yes, but with card 3", "yes no maybe", "No, card 3", "Which card do you mean?", "yes if it is legal", "I meant 3 C5", "Why?"},
			"de": {"Ja, aber gedreht", "Nein, Karte 3", "Welche?", "richtig blöd"},
			"fr": {"oui mais retournée", "non, la 3", "laquelle ?"},
			"es": {"sí pero girada", "no, la 3"},
		},
	} {
		for lang, texts := range texts {
			for _, text := range texts {
				if yes, no := ReadYesNo(text, lang); yes != (want == Yes) || no != (want == No) {
					t.Errorf("%s %q: yes %v, no %v", lang, text, yes, no)
				}
			}
		}
	}
}

// Laughter behind a yes or a no does not change it; alone it is none.
func TestLaughterBehindAnAnswer(t *testing.T) {
	for text, c := range map[string]struct {
		lang string
		want Answer
	}{"vale cuenta conmigo jajaja": {"es", Yes}, "count me in haha": {"en", Yes}, "ja klar hahaha!": {"de", Yes}, "oui mdr": {"fr", Yes}, "sì dai ahahah": {"it", Yes}, "ja leuk hihi": {"nl", Yes},
		"claro kkkk": {"pt", Yes}, "no thanks lol": {"en", No}, "jajaja": {"es", NoAnswer}, "haha": {"en", NoAnswer}} {
		if got := ReadInvitationAnswer(text, c.lang); got != c.want {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// TestWhatWasAskedIsAnsweredInOwnWords has answers that no list of words for yes and no has.
func TestWhatWasAskedIsAnsweredInOwnWords(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "yes that was me, sorry! new work laptop so it's a different address", "yes"},
		{"de", "Ja klar, das war ich, vom Handy aus", "yes"},
		{"es", "Sí, sí, fui yo, es el correo del trabajo", "yes"},
		{"nl", "Jazeker, dat was ik, vanaf m'n werkmail", "yes"},
		{"pt", "Não fui eu, credo, nem conheço esse endereço", "no"},
		{"it", "No guardi, non sono stata io a scrivere.", "no"},
		{"es", "No, yo no escribí eso. ¿Quién es ese?", "no"},
		{"en", "yes but I'm not sure about it", ""},
		{"en", "yes? what is this about?", ""},
		{"de", "ja, meine Tochter war das", ""},
		{"en", "😂", ""},
		{"en", "thanks!", ""},
		{"en", "no problem, that was me", ""},
		{"es", "no hay problema, fui yo", ""},
		{"en", ".", ""},
	} {
		yes, no := ReadAnswerTo(c.text, c.lang)
		if got := map[[2]bool]string{{true, false}: "yes", {false, true}: "no"}[[2]bool{yes, no}]; got != c.want {
			t.Errorf("%s: %q is read as %q, not as %q", c.lang, c.text, got, c.want)
		}
	}
}
